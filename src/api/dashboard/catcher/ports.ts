/** What the pages about the mail catcher ask of the program. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { Release, ReleasedMail } from '#mail/delivery/mail-release.ts';
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
  readonly contentId: string;
  readonly octets: Buffer;
};

export type CatcherPorts = {
  readonly caughtMails: {
    /** The newest first, below an id; of one account alone where it is named. */
    listMails(beforeId: number, limit: number, accountId?: number): Promise<readonly CaughtEntry[]>;
    findMail(id: number): Promise<CaughtMail | undefined>;
    clearMails(): Promise<number>;
  };
  readonly readMail: (mail: Pick<CaughtMail, 'octets'>) => Promise<MailReading>;
  readonly readFiles: (mail: Pick<CaughtMail, 'octets'>) => Promise<readonly CaughtFile[]>;
  /** How what is released leaves; undefined: it does not. */
  readonly mailLeavesBy: 'relay' | 'direct' | undefined;
  readonly releaseMail: (mail: ReleasedMail) => Promise<Release>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly clock: Clock;
  readonly domains: Pick<DomainStore, 'listSigningDomains'>;
};
