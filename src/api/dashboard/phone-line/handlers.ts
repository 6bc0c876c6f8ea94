/** Opens phone lines: WebSockets from pages of ours alone, few at a time. */
import { asksForWebSocket, openWebSocket } from '#api/http/web-socket.ts';
import { isFromOwnOrigin } from '#api/pages/own-page.ts';
import { refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { isFictionNumber, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import { ConcurrencyLimit } from '#webhooks/pull/concurrency-limit.ts';
import { type Handler, handle } from '../handler.ts';
import type { RoleNow } from '../live/handlers.ts';
import { openPhoneLine } from './definitions.ts';
import { lineEnd } from './messages.ts';
import { type CallWish, type LineCall, type LineHolder, PhoneLine } from './phone-line.ts';

export type PhoneLinesPorts = {
  /** Undefined where this process has no phones. */
  readonly phones:
    | { readonly hold: (wish: CallWish, holder: LineHolder) => LineCall | string }
    | undefined;
  readonly publicUrl: string | undefined;
  readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber'>;
  readonly roleNow: RoleNow;
  readonly clock: Clock;
  readonly log: Log;
};

/** At a time. */
const linesMax = { ofAccount: 2, all: 20 };

export function phoneLineHandlers(ports: PhoneLinesPorts): readonly Handler[] {
  const places = new ConcurrencyLimit(linesMax.ofAccount, linesMax.all);
  return [
    handle(openPhoneLine, ({ accountId, role, who, request }) => {
      const { phones, publicUrl, roleNow, clock, log } = ports;
      if (phones === undefined) return refuse('nothing is there');
      if (!asksForWebSocket(request)) return refuse('request opens no WebSocket');
      if (!isFromOwnOrigin(request.headers, publicUrl)) {
        return refuse('request is not from our page');
      }
      const raw = openWebSocket(request, (socket) => {
        const place = places.take(accountId);
        if (place === undefined) {
          socket.close(lineEnd['too many lines'], 'too many lines');
          return;
        }
        const line = new PhoneLine(socket, {
          call: (wish, holder) => call(accountId, wish, { ...ports, phones, holder }),
          mayGoOn: async () =>
            (await roleNow('send', { request, who, accountId, role })) !== undefined,
          clock,
          log,
        });
        void line.closed.then(() => place[Symbol.dispose]());
      });
      return { ok: true, raw };
    }),
  ];
}

type Calling = Pick<PhoneLinesPorts, 'virtualNumbers'> & {
  readonly phones: NonNullable<PhoneLinesPorts['phones']>;
  readonly holder: LineHolder;
};

/** Only to a number of the account: nobody reaches a stranger's, or a carrier, from here. */
async function call(
  accountId: number,
  wish: CallWish,
  { virtualNumbers, phones, holder }: Calling,
): Promise<LineCall | string> {
  const caller = wish.from === '' ? undefined : parsePhoneNumber(`+${wish.from}`, '');
  const isOurs = wish.from === '' || (caller !== undefined && isFictionNumber(caller));
  if (!isOurs) return 'the caller is no test phone';
  const number = await virtualNumbers.findVirtualNumber(wish.to as PhoneNumber);
  if (number?.accountId !== accountId) return 'the number is not of this account';
  return phones.hold(wish, holder);
}
