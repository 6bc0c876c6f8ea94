/** `parley lane …`: what waits, and what people do about it. */
import type { ValueKind } from '#core/value-kind.ts';
import { type LaneStop, laneStopOf, setStopped } from '#sms/waiting/lane-stop.ts';
import { authorNow } from './author.ts';
import { type Command, command, done } from './command.ts';
import type { Installation } from './installation.ts';
import { laneTaskCommands } from './lane-tasks.ts';
import { needed } from './option.ts';
import { formatTime, table } from './text-table.ts';

const engines = ['sms', 'mail', 'webhook', 'customer'] as const;
const owedMax = 100_000;
/** A job of any time is due before. */
const everMs = Number.MAX_SAFE_INTEGER;

const stoppable: ValueKind<{ readonly name: string; readonly stop: LaneStop }> = {
  form: 'a lane as "parley lane list" names it, such as sms/3/0:bulk/17 or webhook/9',
  read(name) {
    const stop = laneStopOf(name);
    return stop && { name, stop };
  },
};

const laneList = command({
  name: 'lane list',
  sentence: 'Lists the lanes that work waits in, how late it is, and those that are stopped.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const lanes = await listLanes(installation);
    const rows = lanes.map(({ lane, owed, lateMs, pause }) => [
      lane,
      String(owed),
      lateMs === null ? '-' : `${Math.round(lateMs / 1_000)} s`,
      pause === null ? '-' : `stopped since ${formatTime(pause.sinceMs)} by ${pause.actor}`,
    ]);
    return done(table(['lane', 'owed', 'late', 'stopped'], rows), { lanes });
  },
});

const lanePause = stopCommand(
  'pause',
  'Stops a lane: nothing of it leaves until it is resumed, what is accepted waits. Of mails all to those servers.',
);
const laneResume = stopCommand('resume', 'Lets a lane go on that was stopped.');

export const laneCommands = [laneList, lanePause, laneResume, ...laneTaskCommands];

function stopCommand(verb: 'pause' | 'resume', sentence: string): Command {
  return command({
    name: `lane ${verb}`,
    sentence,
    takes: { lane: needed(stoppable, 'LANE', 'As "parley lane list" names it.') },
    options: {},
    async run({ lane: { name, stop } }, { open, clock }) {
      await using installation = await open();
      const { storage, endpoints } = installation;
      const isPaused = verb === 'pause';
      const change = { isPaused, author: authorNow(clock) };
      const ports = { ...storage, laneOrders: storage.mailDelivery, endpoints };
      const isChanged = await setStopped(stop, change, ports);
      const now = isPaused ? 'is stopped' : 'goes on';
      const text = isChanged ? `${name} ${now}.\n` : `Nothing changed: ${name} ${now} already.\n`;
      return done(text, { lane: name, isPaused, isChanged });
    },
  });
}

async function listLanes({ storage }: Installation) {
  const found = await Promise.all(
    engines.map((engine) => storage.jobs.lanesWithWork(engine, everMs)),
  );
  const pauses = await storage.lanePauses.listPauses();
  const names = new Set([
    ...pauses.map((pause) => pause.lane),
    ...found.flat().map(({ lane }) => lane),
  ]);
  return Promise.all(
    [...names].map(async (lane) => {
      const { owed, lateMs = null } = await storage.lag.findLaneLag(lane, owedMax);
      const pause = pauses.find((one) => one.lane === lane) ?? null;
      return { lane, engine: lane.split('/')[0], owed, lateMs, pause };
    }),
  );
}
