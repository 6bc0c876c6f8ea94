/** What engines tell as it happens, and no call of the storage shows. */
import type { LinkLoss } from '#sms/smpp/client.ts';
import { status, statusName } from '#sms/smpp/status.ts';
import type { SmsTally } from '#sms/sms-tally.ts';
import type { Meters } from './meters.ts';

/** The ports that show a certificate of their own. */
export type CertificatePort = 'http' | 'smpp' | 'smtp' | 'sip';

export type Tally = SmsTally & {
  certificateEnds(port: CertificatePort, endsAtMs: number): void;
  /** A connection for a client was not made; `what` its address is, in our words. */
  guardRefused(what: string): void;
  boundaryFailed(boundary: string): void;
};

/** When the certificates that are shown end. */
export type CertificateEnds = ReadonlyMap<CertificatePort, number>;

export function tallyInto(meters: Meters, ends: Map<CertificatePort, number>): Tally {
  return {
    submitAnswered({ operator, status: answered, class: kind, tookMs }) {
      meters.answers.inc({ operator, status: nameOf(answered), class: wordOf(kind) });
      meters.responseSeconds.observe({ operator }, tookMs / 1_000);
    },
    submitUncertain: (operator) => meters.uncertain.inc({ operator }),
    linkLost: (operator, loss) => meters.reconnects.inc({ operator, reason: reasonOf(loss) }),
    pduWrong: (operator, kind) => meters.pduErrors.inc({ operator, kind: wordOf(kind) }),
    receiptTaken(operator, lagMs) {
      meters.receiptLag.observe({ operator }, Math.max(0, lagMs) / 1_000);
    },
    certificateEnds(port, endsAtMs) {
      ends.set(port, endsAtMs);
    },
    boundaryFailed: (boundary) => meters.boundaryFailures.inc({ boundary }),
    guardRefused: (what) => meters.guardRefusals.inc({ reason: wordOf(what.replace(/^an? /, '')) }),
  };
}

/** Our words as Prometheus writes them. */
export function wordOf(words: string): string {
  return words.replaceAll(/[^A-Za-z0-9]+/g, '_');
}

/** Where somebody has to look at name and password. */
export const passwordRefused = 'password_refused';

const wrongPassword: ReadonlySet<number> = new Set([
  status.invalidPassword,
  status.invalidSystemId,
]);

function reasonOf({ reason, refusedWith }: LinkLoss): string {
  const isWrong = refusedWith !== undefined && wrongPassword.has(refusedWith);
  return isWrong ? passwordRefused : wordOf(reason);
}

/** Vendors have 2^32 of their own: they share one series, and their class says what they mean. */
function nameOf(answered: number): string {
  const name = statusName(answered);
  return name.startsWith('0x') ? 'vendor' : name;
}
