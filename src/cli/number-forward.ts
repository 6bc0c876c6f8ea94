/** `parley number show`, `forward` and `ring`: what calls to a rented number do. */
import { formatExact } from '#core/money.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { oneOf, wholeNumber } from '#core/value-kind.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import {
  type ForwardOptions,
  type ForwardRule,
  usualOptions,
} from '#numbers/forwarding/forward-rule.ts';
import { type RuleRefusal, setRule } from '#numbers/forwarding/set-rule.ts';
import { stateOf, type VirtualNumber } from '#numbers/virtual-number.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed, toggle } from './option.ts';
import { fields, formatTime } from './text-table.ts';
import { email, emailOrNone, missedCallText, ownNumber, writtenPhone } from './written-values.ts';

const number = needed(ownNumber, 'NUMBER', 'A long number, such as +33755000001.');

const numberShow = command({
  name: 'number show',
  sentence: 'Shows a rented number: whose it is, what it costs, and what calls to it do.',
  takes: { number },
  options: {},
  async run({ number: digits }, { clock, open }) {
    await using installation = await open();
    const found = await findVirtual(digits, installation);
    return found === undefined ? unknown(digits) : await show(found, installation, clock.nowMs());
  },
});

const numberForward = command({
  name: 'number forward',
  sentence: 'Says what calls to a number do: go to another number, become e-mails, or are refused.',
  takes: { number },
  options: {
    to: maybe(writtenPhone, 'PHONE', 'Forwards them there.'),
    voicemail: maybe(email, 'ADDRESS', 'Records them and sends them there.'),
    off: toggle('Refuses them.'),
    replace: toggle('Also if another target or mode is active.'),
  },
  async run({ number: digits, to, voicemail, off, replace }, { clock, open }) {
    if ([to, voicemail, off || undefined].filter((wish) => wish !== undefined).length !== 1) {
      return misused('Say one of --to, --voicemail and --off');
    }
    await using installation = await open();
    const { storage } = installation;
    const found = await findVirtual(digits, installation);
    const account =
      found === undefined || found.accountId === null
        ? undefined
        : await storage.accounts.findAccount(found.accountId);
    if (found === undefined || account === undefined) return failed(sentences['number is unknown']);
    const { id: accountId, homeCountry } = account;
    const forwardedTo = to === undefined ? undefined : parsePhoneNumber(to, homeCountry);
    if (to !== undefined && forwardedTo === undefined) return failed(`${to} is no phone number`);
    const rule = readRule(forwardedTo, voicemail);
    const answer = await setRule(
      { accountId, homeCountry, phone: found.phone, rule, replace },
      authorNow(clock),
      {
        numbers: storage.virtualNumbers,
        mayCall: (caller, target) => mayCall(caller, target, storage.calls),
      },
    );
    if (!answer.ok) return failed(sentences[answer.why]);
    return await show(found, installation, clock.nowMs());
  },
});

function readRule(
  to: PhoneNumber | undefined,
  voicemail: string | undefined,
): ForwardRule | undefined {
  if (to !== undefined) return { kind: 'forward', target: to };
  return voicemail === undefined ? undefined : { kind: 'voicemail', target: voicemail };
}

const sentences: Readonly<Record<RuleRefusal, string>> = {
  'forwarding number is not possible':
    'Calls cannot go there: the number leads back here, or is closed to the account (`parley call countries`)',
  'number is unknown': 'No account has this number',
  'number cannot forward':
    'Calls to this number may not be forwarded (`parley number set --forward on`)',
  'number is deactivated': 'The number is deactivated',
  'forwarding is on already': 'Calls are forwarded already: --replace changes the target',
  'voicemail is on already': 'Calls are recorded already: --replace changes the address',
  'forwarding is off already': 'Calls are refused already',
  'test keys lead no calls': 'A test key changes what calls do only for numbers of the simulator',
};

const numberRing = command({
  name: 'number ring',
  sentence: 'Says how long a forwarded call rings, and what becomes of it when nobody answers.',
  takes: { number },
  options: {
    seconds: maybe(wholeNumber(5, 120), 'SECONDS', 'How long the target rings.'),
    unanswered: maybe(oneOf('refuse', 'voicemail'), 'WHAT', 'refuse, or voicemail.'),
    fallback: maybe(emailOrNone, 'ADDRESS', 'Where such a voicemail goes.'),
    missed: maybe(emailOrNone, 'ADDRESS', 'Who is told of calls that nobody took; "" for nobody.'),
    text: maybe(
      missedCallText,
      'TEXT',
      'What a mobile whose call nobody took gets by SMS, once a day; "" for nothing.',
    ),
    language: maybe(oneOf('en', 'fr'), 'CODE', 'What the greeting speaks.'),
  },
  async run({ number: digits, seconds, ...wish }, { clock, open }) {
    if ([seconds, ...Object.values(wish)].every((value) => value === undefined)) {
      return misused('Say what is to change');
    }
    await using installation = await open();
    const found = await findVirtual(digits, installation);
    if (found === undefined) return unknown(digits);
    const { virtualNumbers } = installation.storage;
    const standing = (await virtualNumbers.findOptions(found.id)) ?? usualOptions;
    const options: ForwardOptions = {
      ringMs: seconds === undefined ? standing.ringMs : seconds * 1_000,
      unanswered: wish.unanswered ?? standing.unanswered,
      fallbackEmail: wish.fallback ?? standing.fallbackEmail,
      missedCallEmail: wish.missed ?? standing.missedCallEmail,
      missedCallText: wish.text ?? standing.missedCallText,
      language: wish.language ?? standing.language,
    };
    if (options.unanswered === 'voicemail' && options.fallbackEmail === '') {
      return misused('With --unanswered voicemail somebody must get it: say --fallback');
    }
    await virtualNumbers.saveOptions(found.id, options, authorNow(clock));
    return await show(found, installation, clock.nowMs());
  },
});

async function findVirtual(
  digits: string,
  { storage }: Installation,
): Promise<VirtualNumber | undefined> {
  return storage.virtualNumbers.findVirtualNumber(digits as PhoneNumber);
}

function unknown(digits: string): Outcome {
  return failed(`There is no long number ${digits}`);
}

async function show(
  { phone: digits }: VirtualNumber,
  installation: Installation,
  nowMs: number,
): Promise<Outcome> {
  const found = await findVirtual(digits, installation);
  if (found === undefined) return unknown(digits);
  const { virtualNumbers } = installation.storage;
  const rule = (await virtualNumbers.findRule(found.id))?.rule;
  const options = (await virtualNumbers.findOptions(found.id)) ?? usualOptions;
  const text = fields([
    ['number', formatPhone(found.phone)],
    ['state', stateText(found, nowMs)],
    ['account', found.accountId === null ? 'none' : String(found.accountId)],
    ['called', found.label === '' ? '-' : found.label],
    ['forwards', found.canForward ? 'yes' : 'no'],
    ['monthly price', formatExact(found.monthlyPrice)],
    ['minute price', formatExact(found.minutePrice)],
    ['paid until', found.paidUntilMs === null ? '-' : formatTime(found.paidUntilMs)],
    ['calls', ruleText(rule)],
    ['rings', `${options.ringMs / 1_000} s`],
    ['unanswered', unansweredText(options)],
    ['missed calls', options.missedCallEmail === '' ? 'told to nobody' : options.missedCallEmail],
    ['texted back', options.missedCallText === '' ? 'nothing' : options.missedCallText],
  ]);
  return done(text, { number: { ...found, state: stateOf(found, nowMs) }, rule, options });
}

function stateText(found: VirtualNumber, nowMs: number): string {
  const state = stateOf(found, nowMs);
  return found.deactivatedWhy === '' ? state : `${state}: ${found.deactivatedWhy}`;
}

function ruleText(rule: ForwardRule | undefined): string {
  if (rule === undefined) return 'are refused';
  return rule.kind === 'forward'
    ? `go to ${formatPhone(rule.target)}`
    : `are recorded for ${rule.target}`;
}

function unansweredText({ unanswered, fallbackEmail }: ForwardOptions): string {
  return unanswered === 'refuse' ? 'is refused' : `is recorded for ${fallbackEmail}`;
}

export const forwardCommands = [numberShow, numberForward, numberRing];
