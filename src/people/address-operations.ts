/** Another address to sign in by, from the wish to its confirmation, on pages; `parley user address` asks for somebody else. */
import { z } from 'zod';
import { operation, refuse } from '#core/operation.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { PersonPorts } from './me-operations.ts';
import { instant } from './me-view.ts';
import { addressInput, tokenInput } from './person-inputs.ts';

const addressChange = z.object({
  isOffered: z.boolean().meta({ description: 'The link that confirms one can be mailed.' }),
  pending: z
    .object({ email: z.string(), createdAtMs: instant, endsAtMs: instant })
    .nullable()
    .meta({ description: 'What waits to be confirmed.' }),
});

export const showAddressChange = operation({
  name: 'address show',
  does: 'reads',
  needs: 'signed in',
  output: addressChange,
  run: (ports: PersonPorts, _, { who }) => viewChange(who, ports),
});

/** Asked again it takes the place of what waits. */
export const askForAddress = operation({
  name: 'address ask',
  does: 'writes',
  needs: 'signed in',
  fresh: true,
  input: z.strictObject({ email: addressInput }),
  output: addressChange.extend({
    isMailed: z.boolean().meta({ description: 'The link is on its way there.' }),
  }),
  refusals: ['too many links', 'address is taken', 'address cannot be confirmed'],
  async run(ports: PersonPorts, { email }, { who }) {
    const asked = await ports.signIns.addresses.ask(who, email);
    if (asked.ok) return { ...(await viewChange(who, ports)), isMailed: asked.isMailed };
    return asked.why === 'too many links'
      ? refuse(asked.why, { params: { retryAfterS: asked.retryAfterS } })
      : refuse(asked.why, { field: 'email' });
  },
});

export const cancelAddressChange = operation({
  name: 'address cancel',
  does: 'writes',
  needs: 'signed in',
  output: z.object({}),
  refusals: ['nothing is there'],
  run: async ({ signIns }: PersonPorts, _, { who }) =>
    (await signIns.addresses.cancel(who)) ? {} : refuse('nothing is there'),
});

export const lookAtAddress = operation({
  name: 'address look',
  does: 'writes',
  needs: 'signed in',
  input: z.strictObject({ token: tokenInput }),
  output: z.object({ email: z.string() }),
  refusals: ['address link is not valid'],
  async run({ signIns }: PersonPorts, { token }, { who }) {
    const change = await signIns.addresses.look(token, who);
    return change === undefined ? refuse('address link is not valid') : { email: change.email };
  },
});

export const confirmAddress = operation({
  name: 'address confirm',
  does: 'writes',
  needs: 'signed in',
  input: z.strictObject({ token: tokenInput }),
  output: z.object({ email: z.string() }),
  refusals: ['address link is not valid', 'address is taken'],
  async run({ signIns }: PersonPorts, { token }, { who }) {
    const confirmed = await signIns.addresses.confirm(token, who);
    return confirmed.ok ? { email: confirmed.email } : refuse(confirmed.why);
  },
});

async function viewChange({ userId }: SignedIn, { signIns: { addresses } }: PersonPorts) {
  const pending = (await addresses.pendingOf(userId)) ?? null;
  return { isOffered: addresses.isOffered, pending };
}
