/** `simulator mails …`: all that the mail catcher has caught, as those who run the installation read it. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { lineInput } from '#core/common-inputs.ts';
import { fileAnswer, textAnswer } from '#core/file-answer.ts';
import { operation, Refusal } from '#core/operation.ts';
import { clearRecord } from '../delivery/caught-audit.ts';
import {
  type CaughtStore,
  caughtInput,
  type FindPorts,
  fileInput,
  findCaught,
  listInput,
  type ReadingPorts,
} from './caught-mail.ts';
import { fileOf, htmlOf, sourceOf } from './caught-parts.ts';
import { caughtView, listCaught, listView, type ShowPorts, viewCaught } from './caught-view.ts';
import type { MailReleases } from './mail-releases.ts';

export const listCaughtMails = operation({
  name: 'simulator mails',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    ...listInput,
    limit: z.int().min(1).max(1_000).default(20),
    recipient: lineInput(0, 200).optional(),
  }),
  output: listView,
  run: (ports: { readonly simulator: Pick<CaughtStore, 'listMails'> }, wish) =>
    listCaught(ports, wish),
});

const one = {
  does: 'reads',
  needs: 'administrator',
  positional: ['caught'],
  input: z.strictObject(caughtInput),
  refusals: ['caught mail is not there'],
} as const;

export const showCaughtMail = operation({
  ...one,
  name: 'simulator mails show',
  output: z.object({
    mail: caughtView,
    /** How it would leave if it is released; null: the mode of the server leaves it no way. */
    leavesBy: z.enum(['relay', 'direct']).nullable(),
  }),
  async run(
    ports: FindPorts & ShowPorts & { readonly mailReleases: Pick<MailReleases, 'leavesBy'> },
    { caught },
  ) {
    const mail = await findCaught(ports, caught);
    if (mail instanceof Refusal) return mail;
    const leavesBy = ports.mailReleases.leavesBy ?? null;
    return { mail: await viewCaught(mail, ports), leavesBy };
  },
});

export const showCaughtHtml = operation({
  ...one,
  name: 'simulator mails html',
  output: textAnswer,
  async run(ports: FindPorts & ReadingPorts, { caught }) {
    const mail = await findCaught(ports, caught);
    return mail instanceof Refusal ? mail : htmlOf(mail, ports);
  },
});

export const showCaughtSource = operation({
  ...one,
  name: 'simulator mails source',
  output: textAnswer,
  async run(ports: FindPorts, { caught }) {
    const mail = await findCaught(ports, caught);
    return mail instanceof Refusal ? mail : sourceOf(mail);
  },
});

export const takeCaughtFile = operation({
  ...one,
  name: 'simulator mails attachment',
  positional: ['caught', 'place'],
  input: z.strictObject(fileInput),
  output: fileAnswer,
  refusals: ['caught mail is not there', 'caught file is not there'],
  async run(ports: FindPorts & ReadingPorts, { caught, place }) {
    const mail = await findCaught(ports, caught);
    return mail instanceof Refusal ? mail : fileOf(mail, place, ports);
  },
});

export const clearCaughtMails = operation({
  name: 'simulator mails clear',
  does: 'writes',
  needs: 'administrator',
  changes: ['simulator mails', 'mail caught'],
  output: z.object({ cleared: z.int() }),
  async run(
    {
      simulator,
      audit,
    }: {
      readonly simulator: Pick<CaughtStore, 'clearMails'>;
      readonly audit: Pick<AuditStore, 'note'>;
    },
    _,
    author,
  ) {
    const cleared = await simulator.clearMails();
    await audit.note(author, clearRecord(cleared));
    return { cleared };
  },
});
