/** What mailboxes would find wrong with a mail that was caught: what people ask before they let it leave. */
import { domainOf, parseEmailAddress } from '#core/email-address.ts';
import { type KeyRecords, type VerifiedSignature, verifyMail } from '../dkim/verify.ts';
import { linksIn } from '../tracking/html-links.ts';

export type MailCheck = {
  readonly about: 'signatures' | 'alignment' | 'one-click' | 'size' | 'links';
  /** `none`: there is nothing of that kind in it. */
  readonly verdict: 'ok' | 'wrong' | 'none';
  readonly why: string;
};

export type CheckedMail = {
  readonly octets: Uint8Array;
  /** The envelope's; empty for the null reverse-path. */
  readonly sender: string;
  readonly header: readonly { readonly name: string; readonly value: string }[];
  /** Decoded; empty where there is none. */
  readonly html: string;
};

/** Gmail shows no more of an html part, and hides the rest behind a link. */
const clippedAtBytes = 102 * 1_024;
const linksShown = 3;

export function checkMail(mail: CheckedMail, keyRecords: KeyRecords): readonly MailCheck[] {
  const signatures = verifyMail(mail.octets, keyRecords);
  return [
    checkSignatures(signatures),
    checkAlignment(mail, signatures),
    checkOneClick(mail, signatures),
    checkSize(mail),
    checkLinks(mail),
  ];
}

/** Gmail knows RSA alone; a domain of ours never sends with one of two. */
function checkSignatures(signatures: readonly VerifiedSignature[]): MailCheck {
  const about = 'signatures';
  if (signatures.length === 0) return { about, verdict: 'none', why: 'It is not signed.' };
  const said = signatures.map(({ algorithm, selector, domain, fault }) => {
    const kind = algorithm === 'ed25519-sha256' ? 'Ed25519' : 'RSA';
    return `${kind} ${selector} of ${domain}: ${fault ?? 'holds'}`;
  });
  const holding = signatures.filter(({ fault }) => fault === undefined);
  const hasBoth = ['rsa-sha256', 'ed25519-sha256'].every((algorithm) =>
    holding.some((each) => each.algorithm === algorithm),
  );
  const isWhole = hasBoth && holding.length === signatures.length;
  if (!hasBoth) said.push('both an RSA and an Ed25519 signature are to hold');
  return { about, verdict: isWhole ? 'ok' : 'wrong', why: `${said.join('; ')}.` };
}

/** RFC 7489 §3.1: what is signed for, or the return path, belongs to the domain that people see. */
function checkAlignment(mail: CheckedMail, signatures: readonly VerifiedSignature[]): MailCheck {
  const about = 'alignment';
  const fields = valuesOf(mail, 'from');
  const domain = fromDomain(fields[0] ?? '');
  if (fields.length !== 1 || domain === undefined) {
    return { about, verdict: 'wrong', why: 'From is not one field with one address.' };
  }
  const signers = signatures.filter((each) => each.fault === undefined).map((each) => each.domain);
  const isSigned = signers.some((signer) => isAligned(signer, domain));
  const returnPath = domainOf(mail.sender).toLowerCase();
  const comesBack = isAligned(returnPath, domain);
  const why = [
    `${domain} is ${isSigned ? '' : 'not '}signed for`,
    `the return path is ${comesBack ? 'its own' : `of ${returnPath || 'nobody'}`}`,
  ].join('; ');
  return { about, verdict: isSigned ? 'ok' : 'wrong', why: `${why}.` };
}

function isAligned(domain: string, from: string): boolean {
  return domain === from || domain.endsWith(`.${from}`) || from.endsWith(`.${domain}`);
}

function fromDomain(field: string): string | undefined {
  const written = /<(?<address>[^<>]+)>\s*$/.exec(field)?.groups?.['address'] ?? field;
  const address = parseEmailAddress(written.trim());
  return address && domainOf(address);
}

/** RFC 8058 §4: both fields inside each signature, else the button is not shown. */
function checkOneClick(mail: CheckedMail, signatures: readonly VerifiedSignature[]): MailCheck {
  const about = 'one-click';
  const [list] = valuesOf(mail, 'list-unsubscribe');
  const [post] = valuesOf(mail, 'list-unsubscribe-post');
  if (list === undefined && post === undefined) {
    return { about, verdict: 'none', why: 'It has no List-Unsubscribe.' };
  }
  const uncovered = ['list-unsubscribe', 'list-unsubscribe-post'].filter((name) =>
    signatures.some(({ covers }) => !covers.includes(name)),
  );
  const why =
    post?.trim() !== 'List-Unsubscribe=One-Click'
      ? 'List-Unsubscribe-Post is not List-Unsubscribe=One-Click: there is no button.'
      : !/<https?:/.test(list ?? '')
        ? 'List-Unsubscribe has no https address.'
        : signatures.length === 0
          ? 'Nothing signs it.'
          : uncovered.length > 0
            ? `${uncovered.join(' and ')} not in each signature.`
            : undefined;
  return why === undefined
    ? { about, verdict: 'ok', why: 'Both fields are inside each signature.' }
    : { about, verdict: 'wrong', why };
}

function checkSize({ html }: CheckedMail): MailCheck {
  const about = 'size';
  if (html === '') return { about, verdict: 'none', why: 'It has no html.' };
  const bytes = Buffer.byteLength(html);
  return bytes > clippedAtBytes
    ? { about, verdict: 'wrong', why: `Gmail clips html above 102 kB; it has ${bytes} octets.` }
    : { about, verdict: 'ok', why: `${bytes} octets of html; Gmail clips above 102 kB.` };
}

function checkLinks({ html }: CheckedMail): MailCheck {
  const about = 'links';
  const links = linksIn(html);
  if (links.length === 0) return { about, verdict: 'none', why: 'It has no links.' };
  const strange = links.filter((link) => !leadsSomewhere(link));
  if (strange.length === 0) return { about, verdict: 'ok', why: `${links.length} lead somewhere.` };
  const shown = strange.slice(0, linksShown).map((link) => `"${link.slice(0, 80)}"`);
  return { about, verdict: 'wrong', why: `Neither http nor https: ${shown.join(', ')}.` };
}

function leadsSomewhere(link: string): boolean {
  if (/^(?:mailto|tel|sms):./i.test(link) || link.startsWith('#')) return true;
  return /^https?:\/\//i.test(link) && URL.canParse(link);
}

function valuesOf({ header }: CheckedMail, wanted: string): readonly string[] {
  return header.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value);
}
