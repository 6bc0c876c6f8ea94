/** What mailboxes would find wrong with a mail that was caught: what people ask before they let it leave. */
import { domainOf, parseEmailAddress } from '#core/email-address.ts';
import { joined, type Sentence } from '#core/words.ts';
import { type KeyRecords, type VerifiedSignature, verifyMail } from '../dkim/verify.ts';
import { linksIn } from '../tracking/html-links.ts';

export type MailCheck = {
  readonly about: 'signatures' | 'alignment' | 'one-click' | 'size' | 'links';
  /** `none`: there is nothing of that kind in it. */
  readonly verdict: 'ok' | 'wrong' | 'none';
  readonly why: Sentence;
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
  if (signatures.length === 0)
    return { about, verdict: 'none', why: told('No signature', 'Aucune signature') };
  const said = signatures.map(({ algorithm, selector, domain, fault }): Sentence => {
    const kind = algorithm === 'ed25519-sha256' ? 'Ed25519' : 'RSA';
    return {
      en: `${kind} ${selector} of ${domain}: ${fault ?? 'valid'}`,
      fr: `${kind} ${selector} de ${domain} : ${fault ?? 'valide'}`,
    };
  });
  const holding = signatures.filter(({ fault }) => fault === undefined);
  const hasBoth = ['rsa-sha256', 'ed25519-sha256'].every((algorithm) =>
    holding.some((each) => each.algorithm === algorithm),
  );
  const isWhole = hasBoth && holding.length === signatures.length;
  if (!hasBoth) {
    said.push({
      en: 'an RSA and an Ed25519 signature must both be valid',
      fr: 'une signature RSA et une signature Ed25519 doivent toutes deux être valides',
    });
  }
  return { about, verdict: isWhole ? 'ok' : 'wrong', why: inOne(said) };
}

/** RFC 7489 §3.1: what is signed for, or the return path, belongs to the domain that people see. */
function checkAlignment(mail: CheckedMail, signatures: readonly VerifiedSignature[]): MailCheck {
  const about = 'alignment';
  const fields = valuesOf(mail, 'from');
  const domain = fromDomain(fields[0] ?? '');
  if (fields.length !== 1 || domain === undefined) {
    const why = told(
      'From must be one field with one address',
      'From doit être un seul champ avec une seule adresse',
    );
    return { about, verdict: 'wrong', why };
  }
  const signers = signatures.filter((each) => each.fault === undefined).map((each) => each.domain);
  const isSigned = signers.some((signer) => isAligned(signer, domain));
  const returnPath = domainOf(mail.sender).toLowerCase();
  const comesBack = isAligned(returnPath, domain);
  const signed = isSigned
    ? { en: `signed for ${domain}`, fr: `signé pour ${domain}` }
    : { en: `not signed for ${domain}`, fr: `non signé pour ${domain}` };
  const path = comesBack ? domain : returnPath;
  const back =
    path === ''
      ? { en: 'the return path is empty', fr: 'le chemin de retour est vide' }
      : { en: `the return path is of ${path}`, fr: `le chemin de retour est de ${path}` };
  return { about, verdict: isSigned ? 'ok' : 'wrong', why: inOne([signed, back]) };
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
    return { about, verdict: 'none', why: told('No List-Unsubscribe', 'Pas de List-Unsubscribe') };
  }
  const why = whyNoButton(list ?? '', post ?? '', signatures);
  return why === undefined
    ? { about, verdict: 'ok', why: bothSigned }
    : { about, verdict: 'wrong', why };
}

const bothSigned = told(
  'Each signature covers both fields',
  'Chaque signature couvre les deux champs',
);

function whyNoButton(
  list: string,
  post: string,
  signatures: readonly VerifiedSignature[],
): Sentence | undefined {
  if (post.trim() !== 'List-Unsubscribe=One-Click') {
    return told(
      'List-Unsubscribe-Post is not List-Unsubscribe=One-Click, so there is no button',
      'List-Unsubscribe-Post n’est pas List-Unsubscribe=One-Click : il n’y a pas de bouton',
    );
  }
  if (!/<https?:/.test(list)) {
    return told(
      'List-Unsubscribe has no https address',
      'List-Unsubscribe n’a pas d’adresse https',
    );
  }
  if (signatures.length === 0) return told('No signature', 'Aucune signature');
  const uncovered = ['list-unsubscribe', 'list-unsubscribe-post'].filter((name) =>
    signatures.some(({ covers }) => !covers.includes(name)),
  );
  if (uncovered.length === 0) return undefined;
  const names = uncovered.join(', ');
  return told(
    `Not covered by each signature: ${names}`,
    `Non couvert par chaque signature : ${names}`,
  );
}

function checkSize({ html }: CheckedMail): MailCheck {
  const about = 'size';
  if (html === '') return { about, verdict: 'none', why: told('No HTML', 'Pas de HTML') };
  const bytes = Buffer.byteLength(html);
  const why = told(
    `HTML of ${bytes} bytes; Gmail clips it above 102 kB`,
    `HTML de ${bytes} octets ; Gmail le coupe au-delà de 102 Ko`,
  );
  return { about, verdict: bytes > clippedAtBytes ? 'wrong' : 'ok', why };
}

function checkLinks({ html }: CheckedMail): MailCheck {
  const about = 'links';
  const links = linksIn(html);
  if (links.length === 0) return { about, verdict: 'none', why: told('No links', 'Aucun lien') };
  const strange = links.filter((link) => !leadsSomewhere(link));
  if (strange.length === 0) {
    const why = told(`Valid links: ${links.length}`, `Liens valides : ${links.length}`);
    return { about, verdict: 'ok', why };
  }
  const shown = strange.slice(0, linksShown).map((link) => `"${link.slice(0, 80)}"`);
  const all = shown.join(', ');
  return {
    about,
    verdict: 'wrong',
    why: told(`Neither http nor https: ${all}`, `Ni http ni https : ${all}`),
  };
}

function leadsSomewhere(link: string): boolean {
  if (/^(?:mailto|tel|sms):./i.test(link) || link.startsWith('#')) return true;
  return /^https?:\/\//i.test(link) && URL.canParse(link);
}

function valuesOf({ header }: CheckedMail, wanted: string): readonly string[] {
  return header.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value);
}

function told(en: string, fr: string): Sentence {
  return { en: `${en}.`, fr: `${fr}.` };
}

function inOne(facts: readonly Sentence[]): Sentence {
  const { en, fr } = joined(facts, { en: '; ', fr: ' ; ' });
  return told(en, fr);
}
