/** What a message that a customer submitted by SMPP, or as a client of another gateway, says beyond its text: kept with it, for its parts and its receipts. */
import type { Address } from './smpp/pdu.ts';

/** Which reports the customer asked for; `intermediate` ones are besides the final one. */
export type ReportWish = {
  readonly final: 'none' | 'all' | 'failures' | 'successes';
  readonly intermediate: boolean;
};

/** User data that travels as it came: octets that are no text, or a part with a header of the customer's own. */
export type Carried = {
  /** Base64. */
  readonly octets: string;
  readonly dataCoding: number;
  /** They begin with a header. */
  readonly hasHeader: boolean;
  readonly protocolId: number;
};

/** A client of another gateway's HTTP interface hears what became of its message in that gateway's words. */
export type ReportCallback =
  | {
      readonly gateway: 'kannel';
      /** `dlr-mask`: a bit for each kind of report. */
      readonly mask: number;
      /** How the client wrote its phones: what stood in front of the calling code. */
      readonly phonePrefix: PhonePrefix;
      /** Its own word for who pays. */
      readonly account: string;
    }
  | {
      readonly gateway: 'jasmin';
      /** 1: the operator's answer, 2: the phone's, 3: both. */
      readonly level: 1 | 2 | 3;
      readonly method: 'GET' | 'POST';
    };

export type PhonePrefix = '' | '+' | '00';

export type Submission = {
  /** The SMPP user. */
  readonly userId: number;
  readonly wish: ReportWish;
  /** As the customer wrote it: where its receipts go to. */
  readonly source: Address;
  /** The customer's own (TLV 0x0204), which its receipts repeat. */
  readonly reference: number | null;
  readonly carried: Carried | null;
  /** Absent: its reports go where the user's settings say. */
  readonly callback?: ReportCallback;
};

/** What the receipts of a submitted message repeat of it. */
export type SubmittedMessage = {
  readonly submission: Submission;
  readonly acceptedAtMs: number;
  /** The first characters at least. */
  readonly text: string;
};
