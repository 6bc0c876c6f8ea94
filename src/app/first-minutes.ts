/** What the home page of an account asks of the engines and the storage. */
import { hashApiKey, isInForce } from '#accounts/api-key.ts';
import type { StartPorts, WrittenOnPhone } from '#api/dashboard/start/ports.ts';
import { textFrom } from '#cli/simulator-orders.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { SimulatorOrder } from '#simulator/orders.ts';
import { calledPhones } from '#simulator/phones/called-phones.ts';
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import { handsetMark } from '#sms/inbound/handset-text.ts';
import { moveTestTime } from '#sms/waiting/test-time.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { type GoLiveNeeds, listGoLiveSteps } from './go-live.ts';
import { saveSwitch, switchesNow } from './phone-switches.ts';
import { hasGoneLive, todayOf } from './today.ts';

type FirstMinutes = StartPorts['start'];

type Known = Pick<Engines, 'testKey' | 'calls'> & GoLiveNeeds;

export function openFirstMinutes(
  common: Pick<Common, 'config' | 'clock' | 'storage'>,
  engines: Known,
): FirstMinutes {
  const { config, clock, storage } = common;
  const order = (wanted: SimulatorOrder): Promise<void> =>
    storage.simulator.addOrder(JSON.stringify(wanted), clock.nowMs());
  return {
    hasSimulator: config.simulator,
    hasPhones: engines.calls?.phones !== undefined,
    testKeyOf: async (accountId) => {
      const owner = await storage.accounts.findKeyByHash(hashApiKey(engines.testKey) ?? '');
      const isShown = owner?.account.id === accountId && isInForce(owner.key, clock.nowMs());
      return isShown ? engines.testKey : undefined;
    },
    numbersOf: async (accountId) =>
      (await storage.numbers.listNumbers())
        .filter(
          ({ state, takesSms, kind, accountId: owner }) =>
            state === 'active' &&
            takesSms &&
            (owner === accountId || (owner === null && kind === 'short')),
        )
        .map(({ digits }) => digits),
    goLive: (accountId) => listGoLiveSteps(accountId, common, engines),
    hasGoneLive: (accountId) => hasGoneLive(accountId, common),
    today: (accountId) => todayOf(accountId, common, engines.endpoints),
    simulatedNumbers: simulatedNumbers.map(({ number, description }) => ({ number, description })),
    calledPhones: calledPhones.map(({ number, description }) => ({ number, description })),
    listSwitches: () => switchesNow(common),
    switchPhone: async (wish) => {
      await saveSwitch(wish, common);
      await order({ do: 'read switches' });
    },
    writeOnPhone: async ({ accountId, phone, to, text }) => {
      await noteTyped({ accountId, phone, to, text }, common);
      await order({ do: 'deliver', message: textFrom(phone, to, text) });
    },
    failOperator: (fault, forMs) => order({ do: 'fail', fault, forMs }),
    moveClock: (byMs) => order({ do: 'move clock', byMs }),
    moveTestTime: (wish, author) => moveTestTime(wish, storage, author),
  };
}

/** Of all accounts; what was typed and never came goes with those that follow. */
const typedMax = 1_000;

/** Before it leaves: on a number that accounts share its claim asks who has typed it. */
async function noteTyped(
  { accountId, phone, to, text }: WrittenOnPhone,
  { storage, clock }: Pick<Common, 'storage' | 'clock'>,
): Promise<void> {
  const { records } = await storage.messageRecords.listRecords({
    accountId,
    phone: phone as PhoneNumber,
    sender: to,
    test: true,
    beforeId: Number.MAX_SAFE_INTEGER,
    limit: 1,
  });
  const mark = handsetMark({ phone, number: to, text });
  const messageId = records[0]?.messageId ?? 0;
  const noted = { mark, accountId, messageId, writtenAtMs: clock.nowMs() };
  await storage.inbound.noteText(noted, typedMax);
}
