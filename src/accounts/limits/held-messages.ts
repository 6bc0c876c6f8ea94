/** Messages that limits hold: shown with the reason, sent or given back by an administrator. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { accountInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, refuse } from '#core/operation.ts';
import { recipientOfPart } from '#model/ids.ts';
import type { RouteReason } from '#model/route-reason.ts';
import type { HeldMessages, LimitStore } from './limit-store.ts';

type HeldPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'> &
    Pick<LimitStore, 'listHeld' | 'releaseHeld'>;
  readonly operators: {
    listChoices(
      recipientId: number,
    ): Promise<readonly { readonly reason: RouteReason; readonly atMs: number }[]>;
  };
};

/** Those first with what ends first. */
const accountsShown = 200;

const heldView = z.object({
  account: z.int(),
  name: z.string(),
  parts: z.int(),
  /** The limit that held the first of them. */
  rule: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** The first of them expire then, with their money given back. */
  endsAt: z.iso.datetime(),
});

export const listHeldMessages = operation({
  name: 'limit held',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ held: z.array(heldView) }),
  async run(ports: HeldPorts) {
    const held = (await ports.accounts.listHeld()).toSorted((a, b) => a.endsAtMs - b.endsAtMs);
    const views = held.slice(0, accountsShown).map((one) => viewHeld(one, ports));
    return { held: await Promise.all(views) };
  },
});

export const releaseHeldMessages = operation({
  name: 'limit release',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['limit held'],
  positional: ['account'],
  input: z.strictObject({ account: accountInput, refuse: z.boolean().default(false) }),
  output: z.object({ account: z.int(), parts: z.int(), refused: z.boolean() }),
  refusals: ['no message is held'],
  async run({ accounts }: Pick<HeldPorts, 'accounts'>, { account, refuse: refused }, author) {
    const parts = await accounts.releaseHeld(account, refused ? 'expire' : 'send', author);
    return parts === 0
      ? refuse('no message is held', { field: 'account', params: { account } })
      : { account, parts, refused };
  },
});

/** The choice of a held message's route says which limit held it (`sms/sending/draft.ts`). */
async function viewHeld(
  { accountId, parts, firstPartId, endsAtMs }: HeldMessages,
  { operators, accounts }: HeldPorts,
): Promise<z.input<typeof heldView>> {
  const choices = await operators.listChoices(recipientOfPart(firstPartId));
  const choice = choices.find(({ reason }) => reason.heldBy !== undefined);
  return {
    account: accountId,
    name: (await accounts.findAccount(accountId))?.name ?? '',
    parts,
    rule: choice?.reason.heldBy ?? null,
    since: choice === undefined ? null : instantText(choice.atMs),
    endsAt: instantText(endsAtMs),
  };
}
