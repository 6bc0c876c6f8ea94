/** `parley simulator mails …`: what the mail catcher has caught, and what is to go wrong at it. */

import { writtenDuration } from '#core/moment.ts';
import { oneOf, wholeNumber } from '#core/value-kind.ts';
import { checkMail } from '#mail/checks/check-mail.ts';
import { clearRecord, releaseRecord } from '#mail/delivery/caught-audit.ts';
import type { Release } from '#mail/delivery/mail-release.ts';
import { keyRecordsOf } from '#mail/domains/mail-domain.ts';
import type { CaughtMailEntry } from '#simulator/caught-mail.ts';
import {
  type Chances,
  type Chaos,
  type ChaosStage,
  calm,
  chaosSetting,
  chaosStages,
  parseChaos,
} from '#simulator/mail-chaos.ts';
import { readCaughtMail } from '#simulator/mail-reading.ts';
import { mailboxDomain, mailboxes } from '#simulator/mailboxes.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { fields, formatTime, table } from './text-table.ts';
import { email, id } from './written-values.ts';

const shownMax = 1_000;
/** Characters of a text that are shown; `source` has all. */
const textMax = 20_000;

const mailsList = command({
  name: 'simulator mails',
  sentence: 'Lists what the mail catcher has caught, the newest first.',
  takes: { list: maybe(oneOf('list'), 'list', 'May be left out.') },
  options: {
    before: maybe(id, 'ID', 'Begins behind this one.'),
    limit: otherwise(20, wholeNumber(1, shownMax), 'COUNT', 'How many.'),
    to: maybe(
      { form: 'a text', read: (text) => text.toLowerCase() },
      'TEXT',
      'Part of a recipient.',
    ),
    search: maybe(
      { form: 'a text', read: (text) => text.toLowerCase() },
      'TEXT',
      'Part of a sender, recipient or subject.',
    ),
  },
  async run({ before = Number.MAX_SAFE_INTEGER, limit, to = '', search = '' }, { open }) {
    await using installation = await open();
    const { simulator } = installation.storage;
    const isAll = to === '' && search === '';
    const caught = await simulator.listMails(before, isAll ? limit : shownMax);
    const mails = caught
      .filter(({ recipients }) => recipients.some((each) => each.toLowerCase().includes(to)))
      .filter((mail) => holds(mail, search))
      .slice(0, limit);
    const rows = mails.map((mail) => [
      String(mail.id),
      formatTime(mail.caughtAtMs),
      mail.from,
      mail.recipients.join(', '),
      mail.subject,
      String(mail.size),
    ]);
    const text = table(['id', 'caught at', 'from', 'to', 'subject', 'octets'], rows);
    return done(text, { mails: mails.map((mail) => entryJson(mail)) });
  },
});

function holds({ sender, recipients, from, subject }: CaughtMailEntry, part: string): boolean {
  return [sender, ...recipients, from, subject].some((each) => each.toLowerCase().includes(part));
}

const taken = { mail: needed(id, 'ID', 'The mail, as the list shows it.') };

const mailShow = command({
  name: 'simulator mails show',
  sentence: 'Shows a caught mail as people read it, with what may be wrong with it.',
  takes: taken,
  options: {},
  async run({ mail: mailId }, { open }) {
    await using installation = await open();
    const mail = await installation.storage.simulator.findMail(mailId);
    if (mail === undefined) return noMail(mailId);
    const read = await readCaughtMail(mail);
    const domains = await installation.storage.domains.listSigningDomains();
    const checks = checkMail({ ...mail, ...read }, keyRecordsOf(domains));
    const pairs: (readonly [string, string])[] = [
      ['envelope', `${mail.sender === '' ? '<>' : mail.sender} → ${mail.recipients.join(', ')}`],
      ['caught at', formatTime(mail.caughtAtMs)],
      ...read.header.map(({ name, value }) => [name, value] as const),
      ...read.attachments.map(
        (each) => ['attachment', `${each.name}, ${each.size} octets`] as const,
      ),
    ];
    const verdicts = table(
      ['check', 'verdict', ''],
      checks.map(({ about, verdict, why }) => [about, verdict, why]),
    );
    const said = printable(mail.dialogue);
    const shown = printable(read.text.slice(0, textMax));
    const text = `${fields(pairs)}\n${verdicts}\n${said}\n\n${shown}\n`;
    const { dialogue } = mail;
    return done(text, { mail: { ...entryJson(mail), ...read, checks, dialogue } });
  },
});

/** What a mail says is not to move the cursor. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

const mailSource = command({
  name: 'simulator mails source',
  sentence: 'Prints a caught mail as it came, octet by octet.',
  takes: taken,
  options: {},
  async run({ mail: mailId }, { open }) {
    await using installation = await open();
    const mail = await installation.storage.simulator.findMail(mailId);
    if (mail === undefined) return noMail(mailId);
    const octets = Buffer.from(mail.octets);
    return done(octets.toString('utf8'), { id: mailId, base64: octets.toString('base64') });
  },
});

const mailRelease = command({
  name: 'simulator mails release',
  sentence:
    'Sends a caught mail on, by the relay or to the servers of its recipients, at once and once.',
  takes: taken,
  options: { to: maybe(email, 'ADDRESS', 'To this address in place of its recipients.') },
  async run({ mail: mailId, to }, { open, clock }) {
    await using installation = await open();
    const { storage } = installation;
    const mail = await storage.simulator.findMail(mailId);
    if (mail === undefined) return noMail(mailId);
    const { sender, octets } = mail;
    const released: (Release & { readonly recipient: string })[] = [];
    for (const recipient of to === undefined ? mail.recipients : [to]) {
      const release = await installation.releaseMail({ sender, recipient, octets });
      released.push({ recipient, ...release });
      await storage.audit.note(authorNow(clock), releaseRecord(mailId, release));
    }
    const text = table(
      ['to', 'sent', 'host', 'said'],
      released.map(({ recipient, isSent, host, said }) => [
        recipient,
        isSent ? 'yes' : 'no',
        host,
        printable(said),
      ]),
    );
    return { ...done(text, { released }), isBad: released.some(({ isSent }) => !isSent) };
  },
});

const mailsClear = command({
  name: 'simulator mails clear',
  sentence: 'Forgets all that was caught.',
  takes: {},
  options: {},
  async run(_values, { open, clock }) {
    await using installation = await open();
    const { simulator, audit } = installation.storage;
    const cleared = await simulator.clearMails();
    await audit.note(authorNow(clock), clearRecord(cleared));
    return done(`${cleared} forgotten.\n`, { cleared });
  },
});

const percent = wholeNumber(0, 100);

const mailsChaos = command({
  name: 'simulator mails chaos',
  sentence:
    'Says what goes wrong at the mail catcher, or changes it; a running server follows within a second.',
  takes: {},
  options: {
    stage: otherwise(
      'all',
      oneOf('all', ...chaosStages),
      'STAGE',
      'Where; all stages if not said.',
    ),
    temporary: maybe(percent, 'PERCENT', 'How often a 4xx is answered.'),
    permanent: maybe(percent, 'PERCENT', 'How often a 5xx is answered.'),
    drop: maybe(percent, 'PERCENT', 'How often the connection is cut.'),
    delay: maybe(percent, 'PERCENT', 'How often the answer waits.'),
    delayFor: maybe(writtenDuration, 'TIME', 'How long it waits then, such as 5s.'),
    off: toggle('Nothing goes wrong any more.'),
  },
  async run({ stage, off, temporary, permanent, drop, delay, delayFor }, { open, clock }) {
    await using installation = await open();
    const { settings, audit } = installation.storage;
    const before = parseChaos(await settings.findSetting(chaosSetting));
    const asked = { temporary, permanent, drop, delay, delayMs: delayFor };
    const changes = Object.entries(asked).filter(([, value]) => value !== undefined);
    if (!off && changes.length === 0) return chaosShown(before);
    const stages = stage === 'all' ? chaosStages : [stage];
    const after: Chaos = off
      ? {}
      : { ...before, ...changedStages(before, stages, Object.fromEntries(changes)) };
    const tooMany = chaosStages.find((each) => sumOf(after[each] ?? calm) > 100);
    if (tooMany !== undefined)
      return misused(`The chances at ${tooMany} are more than 100 percent`);
    await settings.saveSetting(chaosSetting, JSON.stringify(after));
    const noted = { action: 'simulator.mail-chaos', target: 'catcher', accountId: null };
    await audit.note(authorNow(clock), { ...noted, details: { ...after, before } });
    return chaosShown(after);
  },
});

const mailboxesList = command({
  name: 'simulator mailboxes',
  sentence: `Lists the mailboxes of ${mailboxDomain} that always do the same, for tests to count on.`,
  takes: {},
  options: {},
  async run() {
    const list = mailboxes.map(({ name, description }) => ({
      address: `${name}@${mailboxDomain}`,
      description,
    }));
    const rows = list.map(({ address, description }) => [address, description]);
    return done(table(['address', 'what happens'], rows), { mailboxes: list });
  },
});

function changedStages(
  before: Chaos,
  stages: readonly ChaosStage[],
  changes: Partial<Chances>,
): Chaos {
  return Object.fromEntries(
    stages.map((stage) => [stage, { ...calm, ...before[stage], ...changes }]),
  ) as Chaos;
}

function sumOf({ temporary, permanent, drop }: Chances): number {
  return temporary + permanent + drop;
}

function chaosShown(chaos: Chaos): Outcome {
  const rows = chaosStages.map((stage) => {
    const { temporary, permanent, drop, delay, delayMs } = chaos[stage] ?? calm;
    const chances = [temporary, permanent, drop, delay].map((chance) => `${chance} %`);
    return [stage, ...chances, `${delayMs / 1_000} s`];
  });
  return done(table(['stage', '4xx', '5xx', 'cut', 'delayed', 'for'], rows), { chaos });
}

function noMail(mailId: number): Outcome {
  return failed(`There is no caught mail ${mailId}; old ones are forgotten`);
}

function entryJson({
  id: mailId,
  caughtAtMs,
  sender,
  recipients,
  from,
  subject,
  size,
}: CaughtMailEntry) {
  return { id: mailId, caughtAt: formatTime(caughtAtMs), sender, recipients, from, subject, size };
}

export const simulatorMailCommands = [
  mailsList,
  mailShow,
  mailSource,
  mailRelease,
  mailsClear,
  mailsChaos,
  mailboxesList,
];
