/** The record of a key, and the ways in which it goes wrong between here and a DNS editor. */
import type { Dns } from '#core/dns.ts';
import type { Sentence } from '#core/words.ts';
import {
  type CheckedRecord,
  fine,
  type Judgement,
  judgeEmpty,
  textsOf,
  wrong,
} from './checked-record.ts';
import type { DomainKey, MailDomain } from './mail-domain.ts';
import { keyRecord } from './needed-records.ts';
import { keyWords } from './record-words.ts';

export async function checkKeyRecord(
  key: DomainKey,
  domain: MailDomain,
  dns: Pick<Dns, 'findTxt'>,
): Promise<CheckedRecord> {
  const record = keyRecord(key, domain.name);
  const { name } = record;
  const answer = await dns.findTxt(name);
  const found = textsOf(answer);
  const absent = judgeEmpty(answer, name);
  const judged =
    absent?.verdict === 'missing'
      ? ((await judgeDoubledName(key, name, { domain, dns })) ?? absent)
      : (absent ?? judgeKey(found, key, domain));
  const isRequired = key.role === 'current';
  return { ...record, found, isRequired, ...judged };
}

function judgeKey(found: readonly string[], key: DomainKey, { keys, name }: MailDomain): Judgement {
  const [text = '', ...others] = found;
  if (others.length > 0) return judgeSeveral(found, key);
  const quoted = judgeQuoted(text, key);
  if (quoted !== undefined) return wrong(quoted);
  const tags = readTags(text);
  const written = tags.get('p');
  if (written === undefined) return wrong(keyWords.noKey);
  if (written === key.publicKey) return judgeTags(tags, key);
  if (written === '') return wrong(keyWords.revoked);
  const other = keys.find(({ publicKey }) => publicKey === written);
  if (other !== undefined) {
    return wrong(keyWords.otherSelector, { name: `${other.selector}._domainkey.${name}` });
  }
  if (key.publicKey.startsWith(written)) {
    return wrong(keyWords.cutOff, { length: written.length, whole: key.publicKey.length });
  }
  return wrong(keyWords.otherKey);
}

/** RFC 6376 §3.6.1: a version first if at all, the kind of the key, and what it may not be used for. */
function judgeTags(tags: ReadonlyMap<string, string>, { kind }: DomainKey): Judgement {
  const version = tags.get('v');
  if (version !== undefined && version !== 'DKIM1') return wrong(keyWords.version, { version });
  if ((tags.get('k') ?? 'rsa') !== kind)
    return wrong(keyWords.kind, { found: tags.get('k') ?? keyWords.kindMissing, kind });
  const hashes = tags.get('h');
  if (hashes !== undefined && !hashes.split(':').includes('sha256')) {
    return wrong(keyWords.hash);
  }
  return tags.get('t')?.split(':').includes('y') === true
    ? { verdict: 'ok', why: keyWords.tests }
    : fine;
}

function judgeSeveral(found: readonly string[], key: DomainKey): Judgement {
  const isWhole = found.some((text) => readTags(text).get('p') === key.publicKey);
  const isSplit = [found.join(''), found.toReversed().join('')].some(
    (text) => readTags(text).get('p') === key.publicKey,
  );
  return isSplit && !isWhole
    ? wrong(keyWords.split, { count: found.length })
    : wrong(keyWords.several, { count: found.length });
}

/** Quotes and backslashes belong to zone files; in an editor's field they become part of the text. */
function judgeQuoted(text: string, key: DomainKey): Sentence | undefined {
  if (!/["\\]/.test(text)) return undefined;
  const bare = readTags(text.replaceAll(/["\\]/g, '')).get('p');
  return bare === key.publicKey ? keyWords.quoted : undefined;
}

type Place = { readonly domain: MailDomain; readonly dns: Pick<Dns, 'findTxt'> };

/** Editors that add the domain by themselves make `s1._domainkey.example.com.example.com`. */
async function judgeDoubledName(key: DomainKey, name: string, { domain, dns }: Place) {
  const doubled = `${name}.${domain.name}`;
  const [text = ''] = textsOf(await dns.findTxt(doubled));
  return readTags(text).get('p') === key.publicKey
    ? wrong(keyWords.doubled, { doubled })
    : undefined;
}

/** RFC 6376 §3.2: `tag=value` with semicolons between; blanks inside a key mean nothing. */
function readTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) tags.set(part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s/g, ''));
  }
  return tags;
}
