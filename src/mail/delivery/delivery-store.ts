/** What delivery asks of the storage. Mails and their jobs are stored by the commit that accepts them. */

import type { MailFactKind } from '#model/mail-state.ts';
import type { DueQuery, Job, Owed, Retry } from '#queue/job.ts';
import type { LaneOrderStore } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { MailReason } from '../mail-fact.ts';

/** One mail that is owed; `subject` of its job is its id. */
export type OwedMail = {
  readonly mailId: number;
  readonly emailId: number;
  readonly accountId: number;
  /** The recipient as it was accepted, its domain in A-labels. */
  readonly address: string;
  readonly name: string;
  /** Of this recipient alone. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of a test key or a sandbox: playing at delivery is what it is for. */
  readonly isPlay: boolean;
  /** Its last fact, and the class if that was a deferral: what has been told already. */
  readonly state: MailFactKind;
  readonly deferredAs: MailReason['class'] | null;
  /** When a server deferred it first; mailboxes that are full are given 24 h from then. */
  readonly deferredSinceMs: number | null;
};

/** One look at a server: for people who ask why a mail has not arrived. */
export type MailAttempt = {
  readonly mailId: number;
  readonly jobId: number;
  /** 1 is the first. */
  readonly n: number;
  readonly atMs: number;
  /** `sent`, or the class of what went wrong. */
  readonly outcome: 'sent' | MailReason['class'];
  /** How far it came: `connect`, `greeting`, `ehlo`, `tls`, `auth`, `mail`, `rcpt`, `data`, `body`. */
  readonly stage: string;
  readonly code: number;
  readonly enhanced: string;
  readonly text: string;
  readonly host: string;
  readonly ip: string;
  /** `TLSv1.3 TLS_AES_256_GCM_SHA384, verified`, or why it was in clear; empty without connection. */
  readonly tls: string;
  readonly durationMs: number;
  /** What each step heard, a JSON list of `AttemptStep`; RSET stands with the mail that it went before. */
  readonly steps: string;
  /** What was said, without bodies and passwords, at most 4 KB; empty for a success. */
  readonly dialogue: string;
};

/** A reply about the mail, and when it came, from the moment a connection was given the mail. */
export type AttemptStep = { readonly stage: string; readonly code: number; readonly ms: number };

/** What an attempt, or the end of a mail's time, has changed. */
export type MailSettlement = {
  readonly job: Job;
  readonly accountId: number;
  readonly emailId: number;
  readonly atMs: number;
  /** Undefined: no server was asked. */
  readonly attempt?: MailAttempt | undefined;
  /** Undefined: nothing that is to be told has changed. */
  readonly fact?: { readonly kind: MailFactKind; readonly reason: MailReason | null } | undefined;
  /** Undefined: the job is done with. One whose attempt or lease has moved on changes nothing. */
  readonly retry?: Pick<Retry, 'lease' | 'dueAtMs' | 'attempt'> | undefined;
  /** What the refusal says of the address, which is in the form of `suppressedForm`. */
  readonly suppress?:
    | {
        readonly address: string;
        readonly strength: 'hard' | 'soft';
        /** Stored if it comes into force by that. */
        readonly events?: readonly OwedEvent[] | undefined;
      }
    | undefined;
  /** It was never handed over because its account wants it no more: its cost is given back. */
  readonly refund: boolean;
  readonly events: readonly OwedEvent[];
};

/** The same class and account behind another owner, see mail-lane.ts. */
export type MailMove = {
  readonly jobId: number;
  readonly attemptRead: number;
  readonly lane: string;
  readonly lease: Lease | undefined;
};

/** Which servers a recipient's domain has; `hosts` by preference. */
export type KnownSite = {
  readonly domain: string;
  readonly site: string;
  readonly hosts: readonly { readonly name: string; readonly preference: number }[];
  readonly checkedAtMs: number;
};

/**
 * What was learned of a site, for the process that has its lane next: JSON texts of its limits, and of servers that
 * cannot be reached: `[{"host", "why", "untilMs"}]`.
 */
export type SiteShaping = {
  /** `mail/direct/google`. */
  readonly owner: string;
  readonly limits: string;
  readonly memory: string;
  readonly coolUntilMs: number;
  readonly savedAtMs: number;
};

/** RFC 8461: a domain's policy as it was fetched, kept until its max_age is over. */
export type StoredPolicy = {
  readonly domain: string;
  /** Of the TXT record; another one says that the policy has changed. */
  readonly id: string;
  readonly mode: 'enforce' | 'testing' | 'none';
  /** Patterns of hosts, `*.example.net` among them. */
  readonly mx: readonly string[];
  readonly fetchedAtMs: number;
  readonly expiresAtMs: number;
};

/** Mails that wait for one reason. */
export type Deferral = {
  readonly class: string;
  readonly mails: number;
  /** What one of them heard last: JSON of a `MailReason`. */
  readonly detail: string;
};

export interface DeliveryStore extends LaneOrderStore {
  /** By (due_at, id). */
  dueMails(query: DueQuery): Promise<readonly Owed<OwedMail>[]>;
  /**
   * One commit, durable before it is answered: a `sent` that is lost is a second mail to a person. A job that
   * is gone already adds its attempt and changes nothing else, except that a `sent` is noted by anybody.
   * Answers for each whether its fact was noted, and with it its events.
   */
  settleMails(settlements: readonly MailSettlement[]): Promise<readonly boolean[]>;
  /** Why mails of a lane were put off, of the first thousand that wait there; the most frequent reasons first. */
  deferralsOf(owner: string): Promise<readonly Deferral[]>;
  /** Looks at servers for a mail, oldest first. */
  attemptsOf(mailId: number, limit: number): Promise<readonly MailAttempt[]>;
  /** One commit: rows get another lane, those whose attempt and lease are as they were read. */
  moveMails(moves: readonly MailMove[]): Promise<void>;
  findSites(domains: readonly string[]): Promise<readonly KnownSite[]>;
  saveSites(sites: readonly KnownSite[]): Promise<void>;
  findShaping(owners: readonly string[]): Promise<readonly SiteShaping[]>;
  saveShaping(shaping: readonly SiteShaping[]): Promise<void>;
  findPolicy(domain: string): Promise<StoredPolicy | undefined>;
  savePolicy(policy: StoredPolicy): Promise<void>;
}
