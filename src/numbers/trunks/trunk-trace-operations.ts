/** `trunk trace …`: the SIP messages of a trunk for a while, without what signs in. */
import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { nameInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, Refusal } from '#core/operation.ts';
import { traceMinutesMax } from './traced-message.ts';
import { findTrunk, type TrunkPorts } from './trunk-view.ts';

type TracePorts = Pick<TrunkPorts, 'trunks'>;

const changes = ['trunk trace show'];
const named = z.strictObject({ name: nameInput });

/** Null: it is not traced any more. */
const traced = z.object({ trunk: z.string(), tracedUntil: z.iso.datetime().nullable() });

export const startTrace = operation({
  name: 'trunk trace start',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['name'],
  input: named.extend({ minutes: z.int().min(1).max(traceMinutesMax).default(5) }),
  output: traced,
  refusals: ['trunk is unknown'],
  run: (ports: TracePorts, { name, minutes }, author) =>
    setTrace({ name, tracedUntilMs: author.atMs + minutes * 60_000 }, ports, author),
});

export const stopTrace = operation({
  name: 'trunk trace stop',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['name'],
  input: named,
  output: traced,
  refusals: ['trunk is unknown'],
  run: (ports: TracePorts, { name }, author) => setTrace({ name, tracedUntilMs: 0 }, ports, author),
});

type Wish = { readonly name: string; readonly tracedUntilMs: number };

async function setTrace({ name, tracedUntilMs }: Wish, ports: TracePorts, author: Author) {
  const trunk = await findTrunk(name, ports);
  if (trunk instanceof Refusal) return trunk;
  await ports.trunks.changeTrunk(trunk.id, { tracedUntilMs }, author);
  return { trunk: name, tracedUntil: untilText(tracedUntilMs) };
}

export const showTrace = operation({
  name: 'trunk trace show',
  does: 'reads',
  needs: 'administrator',
  positional: ['name'],
  input: named.extend({ limit: z.int().min(1).max(1_000).default(50) }),
  output: traced.extend({
    /** The newest, the last one last. */
    messages: z.array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        direction: z.enum(['in', 'out']),
        peer: z.string(),
        text: z.string(),
      }),
    ),
  }),
  refusals: ['trunk is unknown'],
  async run(ports: TracePorts, { name, limit }) {
    const trunk = await findTrunk(name, ports);
    if (trunk instanceof Refusal) return trunk;
    const query = { trunkId: trunk.id, beforeId: Number.MAX_SAFE_INTEGER, limit };
    const messages = (await ports.trunks.listMessages(query)).toReversed();
    return {
      trunk: name,
      tracedUntil: untilText(trunk.tracedUntilMs),
      messages: messages.map(({ atMs, ...message }) => ({ ...message, at: instantText(atMs) })),
    };
  },
});

function untilText(tracedUntilMs: number): string | null {
  return tracedUntilMs === 0 ? null : instantText(tracedUntilMs);
}
