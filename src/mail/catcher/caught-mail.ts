/** What the mail catcher has caught, as its operations read it. */
import { z } from 'zod';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { orders, type TimedPage } from '#core/id-paging.ts';
import { type Refusal, refuse } from '#core/operation.ts';

export type CaughtEntry = {
  readonly id: number;
  readonly caughtAtMs: number;
  /** The envelope's; empty for the null reverse-path. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly size: number;
};

export type CaughtMail = CaughtEntry & {
  readonly octets: Uint8Array;
  readonly dialogue: string;
  /** Null: nobody's. */
  readonly of: { readonly accountId: number; readonly mailId: number } | null;
};

export type MailReading = {
  readonly header: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  readonly html: string;
};

export type CaughtFile = {
  readonly name: string;
  readonly type: string;
  /** Without its brackets; empty where it has none. */
  readonly contentId: string;
  readonly octets: Buffer;
};

export type ReadingPorts = {
  readonly caughtReader: {
    readMail(mail: Pick<CaughtMail, 'octets'>): Promise<MailReading>;
    /** Its attachments and the images of its html, in their order. */
    readFiles(mail: Pick<CaughtMail, 'octets'>): Promise<readonly CaughtFile[]>;
  };
};

export type CaughtStore = {
  /** Of one account alone where it is named. */
  listMails(
    page: TimedPage & { readonly accountId?: number | undefined },
  ): Promise<readonly CaughtEntry[]>;
  findMail(id: number): Promise<CaughtMail | undefined>;
  clearMails(): Promise<number>;
};

export type FindPorts = { readonly simulator: Pick<CaughtStore, 'findMail'> };

/** Which one, as the lists show it. */
export const caughtInput = { caught: idInput };

export const fileInput = { ...caughtInput, place: z.int().min(0).max(9_999) };

export const listInput = {
  before: idInput.optional(),
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
  order: z.enum(orders).default('newest'),
  /** Part of a sender, recipient or subject, in any case. */
  search: lineInput(0, 200).optional(),
};

export async function findCaught(
  { simulator }: FindPorts,
  caught: number,
): Promise<CaughtMail | Refusal<'caught mail is not there'>> {
  return (await simulator.findMail(caught)) ?? noCaughtMail(caught);
}

/** What is another account's, or nobody's, is not there. */
export async function findOwnCaught(
  { simulator }: FindPorts,
  caught: number,
  accountId: number,
): Promise<CaughtMail | Refusal<'caught mail is not there'>> {
  const mail = await simulator.findMail(caught);
  return mail?.of?.accountId === accountId ? mail : noCaughtMail(caught);
}

export function noCaughtMail(caught: number): Refusal<'caught mail is not there'> {
  return refuse('caught mail is not there', { field: 'caught', params: { caught } });
}
