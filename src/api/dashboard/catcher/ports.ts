/** What the pages about the mail catcher ask of the program. */
import type { DomainStore } from '#mail/domains/domain-store.ts';

type CaughtEntry = {
  readonly id: number;
  readonly caughtAtMs: number;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly size: number;
};

export type CaughtMail = CaughtEntry & { readonly octets: Uint8Array; readonly dialogue: string };

export type MailReading = {
  readonly header: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  readonly html: string;
};

export type CaughtFile = {
  readonly name: string;
  readonly type: string;
  readonly contentId: string;
  readonly octets: Buffer;
};

export type CatcherPorts = {
  readonly caughtMails: {
    /** The newest first, below an id. */
    listMails(beforeId: number, limit: number): Promise<readonly CaughtEntry[]>;
    findMail(id: number): Promise<CaughtMail | undefined>;
    clearMails(): Promise<number>;
  };
  readonly readMail: (mail: Pick<CaughtMail, 'octets'>) => Promise<MailReading>;
  readonly readFiles: (mail: Pick<CaughtMail, 'octets'>) => Promise<readonly CaughtFile[]>;
  readonly domains: Pick<DomainStore, 'listDomains'>;
};
