/** The phone lines of this process: few at a time, and only to numbers of the account that calls. */
import type { WebSocket } from 'ws';
import type { Clock } from '#core/clock.ts';
import { ConcurrencyLimit } from '#core/concurrency-limit.ts';
import type { Log } from '#core/log.ts';
import { isFictionNumber, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { Phones } from '../phones/phones.ts';
import { holdCall } from './line-call.ts';
import { lineEnd } from './messages.ts';
import { type CallWish, type LineCall, type LineHolder, PhoneLine } from './phone-line.ts';

type LinesPorts = {
  readonly phones: Pick<Phones, 'hold'>;
  readonly virtualNumbers: {
    findVirtualNumber(
      number: PhoneNumber,
    ): Promise<{ readonly accountId: number | null } | undefined>;
  };
  readonly clock: Clock;
  readonly log: Log;
};

/** At a time. */
const linesMax = { ofAccount: 2, all: 20 };

export class PhoneLines {
  readonly #ports: LinesPorts;
  readonly #places = new ConcurrencyLimit(linesMax.ofAccount, linesMax.all);

  constructor(ports: LinesPorts) {
    this.#ports = ports;
  }

  open(accountId: number, socket: WebSocket, mayGoOn: () => Promise<boolean>): void {
    const place = this.#places.take(accountId);
    if (place === undefined) {
      socket.close(lineEnd['too many lines'], 'too many lines');
      return;
    }
    const { clock, log } = this.#ports;
    const line = new PhoneLine(socket, {
      call: (wish, holder) => this.#call(accountId, wish, holder),
      mayGoOn,
      clock,
      log,
    });
    void line.closed.then(() => place[Symbol.dispose]());
  }

  /** Only to a number of the account: nobody reaches a stranger's, or a carrier, from here. */
  async #call(accountId: number, wish: CallWish, holder: LineHolder): Promise<LineCall | string> {
    const caller = wish.from === '' ? undefined : parsePhoneNumber(`+${wish.from}`, '');
    const isOurs = wish.from === '' || (caller !== undefined && isFictionNumber(caller));
    if (!isOurs) return 'the caller is no test phone';
    const { phones, virtualNumbers } = this.#ports;
    const number = await virtualNumbers.findVirtualNumber(wish.to as PhoneNumber);
    if (number?.accountId !== accountId) return 'the number is not of this account';
    return holdCall(wish, holder, phones);
  }
}
