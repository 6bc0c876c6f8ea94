/** Answers for the first minutes. */
import { refuse } from '#api/reply.ts';
import { mayDo } from '#core/permissions.ts';
import { isFictionNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { authorOf } from '../author.ts';
import { give, type Handler, handle } from '../handler.ts';
import {
  failOperator,
  findStart,
  findToday,
  listPhones,
  listSimulatedNumbers,
  moveSimulatorClock,
  moveTestTime,
  subscribers,
  switchPhone,
  writeOnPhone,
} from './definitions.ts';
import type { StartPorts, SwitchedPhone } from './ports.ts';

const secondMs = 1_000;
/** Others send to the same phones: nobody finds one switched the next day. */
const switchedMs = 3_600_000;

export function startHandlers({ start, audit, clock }: StartPorts): readonly Handler[] {
  return [
    handle(findStart, async ({ accountId, role }) => {
      const [testKey, numbers, goLive, hasGoneLive] = await Promise.all([
        mayDo(role, 'manage keys') ? start.testKeyOf(accountId) : undefined,
        start.numbersOf(accountId),
        start.goLive(accountId),
        start.hasGoneLive(accountId),
      ]);
      const { hasSimulator, hasPhones } = start;
      return give({
        testKey: testKey ?? null,
        hasSimulator,
        hasPhones,
        hasGoneLive,
        numbers: [...numbers],
        goLive: [...goLive],
      });
    }),
    handle(listSimulatedNumbers, () => {
      const { simulatedNumbers, calledPhones } = start;
      return give({ numbers: [...simulatedNumbers], phones: [...calledPhones] });
    }),
    handle(findToday, async ({ accountId, role }) => {
      const { sinceMs, daysLeft = null, ...figures } = await start.today(accountId);
      const shown = mayDo(role, 'read balance') ? daysLeft : null;
      return give({ since: sinceMs, ...figures, daysLeft: shown });
    }),
    handle(listPhones, async () => give({ phones: await phonesNow(start) })),
    handle(switchPhone, async (call) => {
      if (!start.hasSimulator) return refuse('nothing is there');
      const author = authorOf(call, clock);
      const isUsual = call.body.state === 'on' && call.body.reports === 'usual';
      const untilMs = isUsual ? author.atMs : author.atMs + switchedMs;
      await start.switchPhone({ ...call.body, untilMs });
      await audit.note(author, noteOf('simulator.phone', call.body));
      return give({ until: isUsual ? null : untilMs });
    }),
    handle(writeOnPhone, async ({ accountId, params: { phone }, body: { to, text } }) => {
      // Only its own phones write, and to nobody else's number.
      if (!start.hasSimulator || !isSimulated(phone)) return refuse('nothing is there');
      if (!(await start.numbersOf(accountId)).includes(to)) return refuse('nothing is there');
      await start.writeOnPhone({ accountId, phone, to, text });
      return give({ writtenAt: clock.nowMs() });
    }),
    handle(failOperator, async (call) => {
      if (!start.hasSimulator) return refuse('nothing is there');
      const { fault, forS } = call.body;
      const author = authorOf(call, clock);
      await start.failOperator(fault, forS * secondMs);
      await audit.note(author, noteOf('simulator.fault', { fault, forS }));
      return give({ untilMs: author.atMs + forS * secondMs });
    }),
    handle(moveSimulatorClock, async (call) => {
      if (!start.hasSimulator) return refuse('nothing is there');
      const { byS } = call.body;
      await start.moveClock(byS * secondMs);
      await audit.note(authorOf(call, clock), noteOf('simulator.clock', { byS }));
      return give({ movedS: byS });
    }),
    handle(moveTestTime, async (call) => {
      if (!start.hasSimulator) return refuse('nothing is there');
      const wish = { accountId: call.accountId, byMs: call.body.byS * secondMs };
      return give(await start.moveTestTime(wish, authorOf(call, clock)));
    }),
  ];
}

async function phonesNow(start: StartPorts['start']) {
  const switched = new Map<string, SwitchedPhone>(
    (await start.listSwitches()).map((each) => [each.phone, each]),
  );
  return subscribers.map((phone) => {
    const { state = 'on', reports = 'usual', untilMs = null } = switched.get(phone) ?? {};
    return { phone, state, reports, until: untilMs } as const;
  });
}

/** Of the range for films and examples, which no operator serves. */
function isSimulated(digits: string): boolean {
  const phone = parsePhoneNumber(`+${digits}`, '');
  return phone !== undefined && isFictionNumber(phone);
}

function noteOf(action: string, details: object) {
  return { action, target: 'simulator', accountId: null, details };
}
