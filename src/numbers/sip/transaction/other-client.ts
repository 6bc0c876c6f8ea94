/**
 * A request that was sent and is no INVITE (RFC 3261 §17.1.2, where waiting is called trying):
 *
 *   waiting ─ 1xx ─► proceeding ─ final ─► completed ─ K ─► over
 *     └──── E: sent again ────┘
 *     └──── F: timed out ─────┘
 */
import type { SipResponse } from '../message.ts';
import type { Envelope } from '../validate.ts';
import { type ClientOptions, ClientTransaction } from './client-transaction.ts';
import { nextWaitMs, t2Ms, t4Ms } from './times.ts';
import type { TransactionHome } from './transaction-home.ts';

export class OtherClientTransaction extends ClientTransaction {
  constructor(options: ClientOptions, home: TransactionHome<ClientTransaction>) {
    super(options, home);
    // §17.1.2.2: once a provisional has come, at T2.
    this.send(options.request, (waitedMs) =>
      this.state === 'proceeding' ? t2Ms : nextWaitMs(waitedMs, t2Ms),
    );
  }

  take(response: SipResponse, envelope: Envelope): void {
    if (!this.isUnanswered) return;
    const { user } = this;
    if (response.status < 200) this.state = 'proceeding';
    else this.#complete();
    user?.response(response, envelope);
  }

  #complete(): void {
    this.state = 'completed';
    this.user = undefined;
    this.endAfter(this.flow.isReliable ? 0 : t4Ms);
  }
}
