/** What limits hold: shown with the reason, sent or given back by an administrator. */

import type { HeldMessages } from '#accounts/limits/limit-store.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { recipientOfPart } from '#model/ids.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

/** Accounts that are shown, those first with what ends first. */
const accountsShown = 200;
const releasedMax = 10_000;

export function heldHandlers(ports: ConsolePorts): readonly Handler[] {
  const { limits, mailAccounts, clock } = ports;
  return [
    handle(definitions.listHeld, async () => {
      const held = (await limits.listHeld()).toSorted((a, b) => a.endsAtMs - b.endsAtMs);
      const mails = (await mailAccounts.listHeldMails()).slice(0, accountsShown);
      return give({
        messages: await Promise.all(
          held.slice(0, accountsShown).map((one) => showMessages(one, ports)),
        ),
        mails: await Promise.all(
          mails.map(async (one) => ({ ...one, account: await nameOf(one.accountId, ports) })),
        ),
      });
    }),
    handle(definitions.releaseHeld, async (call) => {
      const { accountId, kind, how } = call.body;
      const author = authorOf(call, clock);
      if (kind === 'messages') {
        return give({ released: await limits.releaseHeld(accountId, how, author) });
      }
      let released = 0;
      for (let more = releasedMax; more >= releasedMax; released += more) {
        more = await mailAccounts.releaseMails(accountId, how, { author, limit: releasedMax });
      }
      return give({ released });
    }),
  ];
}

type Shown = Reply<typeof definitions.listHeld>['messages'][number];

/** The choice of a held message's route says which limit held it (`sms/sending/draft.ts`). */
async function showMessages(
  { accountId, parts, firstPartId, endsAtMs }: HeldMessages,
  ports: ConsolePorts,
): Promise<Shown> {
  const choices = await ports.routes.listChoices(recipientOfPart(firstPartId));
  const choice = choices.find(({ reason }) => heldBy.test(reason));
  return {
    accountId,
    account: await nameOf(accountId, ports),
    parts,
    rule: heldBy.exec(choice?.reason ?? '')?.groups?.['rule'] ?? null,
    sinceMs: choice?.atMs ?? null,
    endsAtMs,
  };
}

const heldBy = /held by the limit (?<rule>[\w-]+)$/;

async function nameOf(accountId: number, { accounts }: ConsolePorts): Promise<string> {
  return (await accounts.findAccount(accountId))?.name ?? '';
}
