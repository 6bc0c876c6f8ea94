/** `parley simulator mails …`: caught mails that are let go, and what is to go wrong at the mail catcher. */

import { writtenDuration } from '#core/moment.ts';
import { oneOf, wholeNumber } from '#core/value-kind.ts';
import { releaseRecord } from '#mail/delivery/caught-audit.ts';
import type { Release } from '#mail/delivery/mail-release.ts';
import {
  type Chances,
  type Chaos,
  type ChaosStage,
  calm,
  chaosSetting,
  chaosStages,
  parseChaos,
} from '#simulator/mail-chaos.ts';
import { mailboxDomain, mailboxes } from '#simulator/mailboxes.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { columns, table } from './text-table.ts';
import { email, id } from './written-values.ts';

const mailRelease = command({
  name: 'simulator mails release',
  sentence:
    'Sends a caught email through the relay or to its recipients’ servers, at once and only once.',
  takes: { mail: needed(id, 'ID', 'Email ID, as listed.') },
  options: { to: maybe(email, 'ADDRESS', 'Send to this address instead of the recipients.') },
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
    const text = columns(released, ['to', 'recipient'], ['sent', 'isSent'], 'host', 'said');
    return { ...done(text, { released }), isBad: released.some(({ isSent }) => !isSent) };
  },
});

const percent = wholeNumber(0, 100);

const mailsChaos = command({
  name: 'simulator mails chaos',
  sentence:
    'Shows or sets the simulated faults of the mail catcher; a running server applies a change within a second.',
  takes: {},
  options: {
    stage: otherwise(
      'all',
      oneOf('all', ...chaosStages),
      'STAGE',
      'Stage of the SMTP session. Default: all.',
    ),
    temporary: maybe(percent, 'PERCENT', 'Share of 4xx responses.'),
    permanent: maybe(percent, 'PERCENT', 'Share of 5xx responses.'),
    drop: maybe(percent, 'PERCENT', 'Share of closed connections.'),
    delay: maybe(percent, 'PERCENT', 'Share of delayed responses.'),
    delayFor: maybe(writtenDuration, 'TIME', 'Delay of these responses, such as 5s.'),
    off: toggle('Turns all faults off.'),
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
      return misused(`The shares at ${tooMany} add up to more than 100 percent`);
    await settings.saveSetting(chaosSetting, JSON.stringify(after));
    const noted = { action: 'simulator.mail-chaos', target: 'catcher', accountId: null };
    await audit.note(authorNow(clock), { ...noted, details: { ...after, before } });
    return chaosShown(after);
  },
});

const mailboxesList = command({
  name: 'simulator mailboxes',
  sentence: `Lists the mailboxes of ${mailboxDomain} with a fixed behaviour, for tests.`,
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

function changedStages(before: Chaos, stages: readonly ChaosStage[], changes: Partial<Chances>) {
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
  return failed(`There is no caught email ${mailId}; old ones are deleted`);
}

export const simulatorMailCommands = [mailRelease, mailsChaos, mailboxesList];
