/** `mail caught …`: what the mail catcher has caught of the emails that an account sent. */
import { z } from 'zod';
import { fileAnswer, textAnswer } from '#core/file-answer.ts';
import { operation, Refusal } from '#core/operation.ts';
import {
  type CaughtStore,
  caughtInput,
  type FindPorts,
  fileInput,
  findOwnCaught,
  listInput,
  noCaughtMail,
  type ReadingPorts,
} from './caught-mail.ts';
import { fileOf, htmlOf, sourceOf } from './caught-parts.ts';
import { caughtView, listCaught, listView, type ShowPorts, viewCaught } from './caught-view.ts';

export const listOwnCaught = operation({
  name: 'mail caught',
  does: 'reads',
  needs: 'read contents',
  input: z.strictObject({ ...listInput, limit: z.int().min(1).max(1_000).default(100) }),
  output: listView,
  run: (ports: { readonly simulator: Pick<CaughtStore, 'listMails'> }, wish, { accountId }) =>
    listCaught(ports, { ...wish, accountId }),
});

const one = {
  does: 'reads',
  needs: 'read contents',
  accountOf: accountOfCaught,
  positional: ['caught'],
  input: z.strictObject(caughtInput),
  refusals: ['caught mail is not there'],
} as const;

export const showOwnCaught = operation({
  ...one,
  name: 'mail caught show',
  output: z.object({ mail: caughtView }),
  async run(ports: FindPorts & ShowPorts, { caught }, { accountId }) {
    const mail = await findOwnCaught(ports, caught, accountId);
    return mail instanceof Refusal ? mail : { mail: await viewCaught(mail, ports) };
  },
});

export const showOwnHtml = operation({
  ...one,
  name: 'mail caught html',
  output: textAnswer,
  async run(ports: FindPorts & ReadingPorts, { caught }, { accountId }) {
    const mail = await findOwnCaught(ports, caught, accountId);
    return mail instanceof Refusal ? mail : htmlOf(mail, ports);
  },
});

export const showOwnSource = operation({
  ...one,
  name: 'mail caught source',
  output: textAnswer,
  async run(ports: FindPorts, { caught }, { accountId }) {
    const mail = await findOwnCaught(ports, caught, accountId);
    return mail instanceof Refusal ? mail : sourceOf(mail);
  },
});

export const takeOwnFile = operation({
  ...one,
  name: 'mail caught attachment',
  positional: ['caught', 'place'],
  input: z.strictObject(fileInput),
  output: fileAnswer,
  refusals: ['caught mail is not there', 'caught file is not there'],
  async run(ports: FindPorts & ReadingPorts, { caught, place }, { accountId }) {
    const mail = await findOwnCaught(ports, caught, accountId);
    return mail instanceof Refusal ? mail : fileOf(mail, place, ports);
  },
});

async function accountOfCaught({ simulator }: FindPorts, { caught }: { readonly caught: number }) {
  return (await simulator.findMail(caught))?.of?.accountId ?? noCaughtMail(caught);
}
