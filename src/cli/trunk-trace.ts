/** `parley trunk trace …`: the SIP messages of a carrier for a while, without what signs in. */

import { wholeNumber } from '#core/value-kind.ts';
import { traceMinutesMax } from '#numbers/trunks/traced-message.ts';
import { operatorNameKind } from '#sms/operators/operator-settings.ts';
import { authorNow } from './author.ts';
import { type CommandContext, command, done, type Outcome } from './command.ts';
import { needed, otherwise } from './option.ts';
import { formatTime } from './text-table.ts';
import { findTrunk, noTrunk } from './trunk.ts';
import { messagesText } from './trunk-view.ts';

const takes = { name: needed(operatorNameKind, 'NAME', 'What the trunk is called here.') };
const minutesKind = wholeNumber(1, traceMinutesMax);

const traceStart = command({
  name: 'trunk trace start',
  sentence: 'Keeps the SIP messages of a trunk for a while, without credentials.',
  takes,
  options: {
    minutes: otherwise(5, minutesKind, 'COUNT', `For so long, up to ${traceMinutesMax}.`),
  },
  async run({ name, minutes }, { clock, open }) {
    const tracedUntilMs = clock.nowMs() + minutes * 60_000;
    return setTrace(name, tracedUntilMs, { clock, open });
  },
});

const traceStop = command({
  name: 'trunk trace stop',
  sentence: 'Ends a trace; what was kept can still be shown.',
  takes,
  options: {},
  run: ({ name }, { clock, open }) => setTrace(name, 0, { clock, open }),
});

async function setTrace(
  name: string,
  tracedUntilMs: number,
  { clock, open }: Pick<CommandContext, 'clock' | 'open'>,
): Promise<Outcome> {
  await using installation = await open();
  const trunk = await findTrunk(name, installation);
  if (trunk === undefined) return noTrunk(name);
  const { trunks } = installation.storage;
  await trunks.changeTrunk(trunk.id, { tracedUntilMs }, authorNow(clock));
  const until = tracedUntilMs === 0 ? null : formatTime(tracedUntilMs);
  const said = until === null ? 'is not traced any more' : `is traced until ${until}`;
  return done(`Trunk ${name} ${said}.\n`, { trunk: name, tracedUntil: until });
}

const traceShow = command({
  name: 'trunk trace show',
  sentence: 'Shows the newest messages of a trace, the last one last.',
  takes,
  options: { limit: otherwise(50, wholeNumber(1, 1_000), 'COUNT', 'So many of them.') },
  async run({ name, limit }, { open }) {
    await using installation = await open();
    const trunk = await findTrunk(name, installation);
    if (trunk === undefined) return noTrunk(name);
    const query = { trunkId: trunk.id, beforeId: Number.MAX_SAFE_INTEGER, limit };
    const messages = (await installation.storage.trunks.listMessages(query)).toReversed();
    const json = messages.map(({ id, atMs, direction, peer, text }) => {
      return { id, at: formatTime(atMs), direction, peer, text };
    });
    const text =
      messages.length === 0 ? `No message of ${name} was kept.\n` : messagesText(messages);
    return done(text, { messages: json });
  },
});

export const trunkTraceCommands = [traceStart, traceStop, traceShow];
