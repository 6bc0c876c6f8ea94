/** What the built-in operator, the mail catcher, the inspector of webhooks and the built-in phones ask of the storage. */
import type { TimedPage } from '#core/id-paging.ts';
import type {
  KeptPhoneCall,
  OrderedPhoneCall,
  PhoneCallProgress,
} from '#simulator/phones/phone-call.ts';
import type {
  CaughtMail,
  CaughtMailBounds,
  CaughtMailEntry,
  NewCaughtMail,
} from './caught-mail.ts';
import type { InspectedRequest, NewInspectedRequest } from './inspected-request.ts';
import type { KeptDelivery } from './kept-delivery.ts';

export interface SimulatorStore {
  keepDeliveries(deliveries: readonly KeptDelivery[]): Promise<void>;
  /** They were taken, or given up. */
  forgetDeliveries(ids: readonly number[]): Promise<void>;
  /** Those behind an id, in the order of their ids. */
  listDeliveries(afterId: number, limit: number): Promise<readonly KeptDelivery[]>;
  /** All are due so much earlier. */
  hastenDeliveries(byMs: number): Promise<void>;

  /** Keeps them in one commit; answers their ids. */
  keepMails(mails: readonly NewCaughtMail[]): Promise<readonly number[]>;
  /** Of one account alone where it is named. */
  listMails(
    page: TimedPage & { readonly accountId?: number | undefined },
  ): Promise<readonly CaughtMailEntry[]>;
  findMail(id: number): Promise<CaughtMail | undefined>;
  /** Where copies of an email were caught last; not each of them was. */
  caughtOf(emailId: number): Promise<readonly { readonly mailId: number; readonly id: number }[]>;
  /** How many went. */
  clearMails(): Promise<number>;
  pruneMails(bounds: CaughtMailBounds): Promise<number>;

  /** Keeps them in one commit, and forgets all but the newest `keptMax`. */
  keepRequests(requests: readonly NewInspectedRequest[], keptMax: number): Promise<void>;
  listRequests(page: TimedPage): Promise<readonly InspectedRequest[]>;
  findRequest(id: number): Promise<InspectedRequest | undefined>;
  /** How many went. */
  clearRequests(): Promise<number>;

  /** Orders a call, and forgets all but the newest `keptMax`. */
  orderPhoneCall(
    call: Omit<OrderedPhoneCall, 'id'> & { readonly atMs: number },
    keptMax: number,
  ): Promise<number>;
  /** The oldest that were ordered since then; each is given to one taker. */
  takePhoneCalls(
    limit: number,
    sinceMs: number,
    nowMs: number,
  ): Promise<readonly OrderedPhoneCall[]>;
  notePhoneCall(id: number, progress: PhoneCallProgress): Promise<void>;
  findPhoneCall(id: number): Promise<KeptPhoneCall | undefined>;
  /** What the caller heard. */
  readHeard(id: number): Promise<Uint8Array | undefined>;
  forgetPhoneCall(id: number): Promise<void>;

  /** Writes an order down for whichever process runs the built-in operator. */
  addOrder(order: string, atMs: number): Promise<void>;
  /** The oldest ones, in their order; they are gone then. */
  takeOrders(limit: number): Promise<readonly string[]>;
}
