/**
 * Looks once a day whether the keys of proved domains still stand in their DNS. A domain whose DNS has
 * none of them for three days may be anybody's by now: nothing is sent from it until it is proved again.
 */
import type { Clock } from '#core/clock.ts';
import type { Dns } from '#core/dns.ts';
import type { Log } from '#core/log.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { DomainStore } from './domain-store.ts';
import { checkKeyRecord } from './key-record.ts';
import type { MailDomain } from './mail-domain.ts';

export type ProofPorts = {
  readonly store: Pick<DomainStore, 'listDomains' | 'noteProof' | 'loseProof'>;
  readonly dns: Pick<Dns, 'findTxt'>;
  readonly clock: Clock;
  readonly log: Log;
};

const lookedAtMs = 600_000;
const checkedEveryMs = 86_400_000;
const missingMs = 72 * 3_600_000;
/** Of one look, each with some questions to the DNS. */
const domainsMax = 500;
const actor = 'proof watch';

export function proofWatch(ports: ProofPorts): LeaderJob {
  return { name: 'watch of domain proofs', everyMs: lookedAtMs, work: () => checkProofs(ports) };
}

export async function checkProofs(ports: ProofPorts): Promise<void> {
  const nowMs = ports.clock.nowMs();
  const due = (await ports.store.listDomains())
    .filter((each) => each.verifiedAtMs !== null)
    .filter((each) => each.proofCheckedAtMs <= nowMs - checkedEveryMs)
    .toSorted((a, b) => a.proofCheckedAtMs - b.proofCheckedAtMs);
  for (const domain of due.slice(0, domainsMax)) await checkProof(domain, nowMs, ports);
}

async function checkProof(domain: MailDomain, nowMs: number, ports: ProofPorts): Promise<void> {
  const { store, dns, log } = ports;
  const signing = domain.keys.filter(({ role }) => role === 'current');
  const records = await Promise.all(signing.map((key) => checkKeyRecord(key, domain, dns)));
  const isThere = records.some(({ verdict }) => verdict === 'ok');
  // A DNS that fails says nothing, and is asked again at the next look.
  if (!isThere && records.some(({ verdict }) => verdict === 'unknown')) return;
  await store.noteProof(domain.id, !isThere, nowMs);
  if (isThere) return;
  const missingAtMs = domain.proofMissingAtMs ?? nowMs;
  const about = {
    domain: domain.name,
    accountId: domain.accountId,
    missingForMs: nowMs - missingAtMs,
  };
  if (nowMs - missingAtMs < missingMs) {
    log.warn('domain.proof_missing', about);
  } else if (await store.loseProof(domain.id, { actor, atMs: nowMs })) {
    log.error('domain.proof_lost', about);
  }
}
