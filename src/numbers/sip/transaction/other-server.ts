/**
 * A request that came and is no INVITE (RFC 3261 §17.2.2; trying is proceeding here):
 *
 *   proceeding ─ final ─► completed ─ J ─► over
 *     └─ no final answer in 64 T1 (RFC 4320 §4.2: nobody waits for one any more) ─► over
 */
import { keepOctets } from './kept-octets.ts';
import { type ServerOptions, ServerTransaction } from './server-transaction.ts';
import { giveUpMs } from './times.ts';
import type { TransactionHome } from './transaction-home.ts';

export class OtherServerTransaction extends ServerTransaction {
  constructor(options: ServerOptions, home: TransactionHome<ServerTransaction>) {
    super(options, home);
    this.endUndecided(giveUpMs);
  }

  protected override answered(status: number, octets: Buffer): void {
    this.last = keepOctets(octets);
    if (status < 200) return;
    this.state = 'completed';
    this.endAfter(this.flow.isReliable ? 0 : giveUpMs);
  }
}
