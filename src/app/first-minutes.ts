/** What the home page of an account asks of the engines and the storage. */
import { hashApiKey, isInForce } from '#accounts/api-key.ts';
import { textFrom } from '#cli/simulator-orders.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { PagePorts } from '#operations.ts';
import type { SimulatorOrder } from '#simulator/orders.ts';
import type { WrittenOnPhone } from '#simulator/simulator-operations.ts';
import { handsetMark } from '#sms/inbound/handset-text.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { type GoLiveNeeds, listGoLiveSteps } from './go-live.ts';
import { hasGoneLive, todayOf } from './today.ts';

type FirstMinutes = Pick<PagePorts, 'home' | 'handsets'>;

type Known = Pick<Engines, 'testKey' | 'phones'> & GoLiveNeeds;

export function openFirstMinutes(
  common: Pick<Common, 'config' | 'clock' | 'storage'>,
  engines: Known,
): FirstMinutes {
  const { clock, storage } = common;
  return {
    home: {
      hasPhones: engines.phones !== undefined,
      testKeyOf: async (accountId) => {
        const owner = await storage.accounts.findKeyByHash(hashApiKey(engines.testKey) ?? '');
        const isShown = owner?.account.id === accountId && isInForce(owner.key, clock.nowMs());
        return isShown ? engines.testKey : undefined;
      },
      goLive: (accountId) => listGoLiveSteps(accountId, common, engines),
      hasGoneLive: (accountId) => hasGoneLive(accountId, common),
      today: (accountId) => todayOf(accountId, common, engines.endpoints),
    },
    handsets: {
      numbersOf: async (accountId) =>
        (await storage.numbers.listNumbers())
          .filter(
            ({ state, takesSms, kind, accountId: owner }) =>
              state === 'active' &&
              takesSms &&
              (owner === accountId || (owner === null && kind === 'short')),
          )
          .map(({ digits }) => digits),
      write: async ({ accountId, phone, to, text }) => {
        await noteTyped({ accountId, phone, to, text }, common);
        const order: SimulatorOrder = { do: 'deliver', message: textFrom(phone, to, text) };
        await storage.simulator.addOrder(JSON.stringify(order), clock.nowMs());
      },
    },
  };
}

/** Of all accounts; what was typed and never came goes with those that follow. */
const typedMax = 1_000;

/** Before it leaves: on a number that accounts share its claim asks who has typed it. */
async function noteTyped(
  { accountId, phone, to, text }: WrittenOnPhone,
  { storage, clock }: Pick<Common, 'storage' | 'clock'>,
): Promise<void> {
  const { records } = await storage.messages.listRecords({
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
