/** Which records a domain needs before mail leaves from it, each as it is to be entered. */
import type { CheckedRecord, RecordPurpose } from './checked-record.ts';
import { type DomainKey, keyRecordName, keyRecordText, type MailDomain } from './mail-domain.ts';

export type NeededRecord = Pick<CheckedRecord, 'purpose' | 'type' | 'name' | 'expected'>;

/** How the DNS names this server; `sendsItself`: its addresses, and no relay's, are what SPF must allow. */
export type ServerInDns = {
  readonly serverName: string | undefined;
  readonly sendsItself: boolean;
};

/** Without a name of the server there is nothing to say of where bounces come back. */
export function neededRecords(
  { name, keys }: Pick<MailDomain, 'name' | 'keys'>,
  { serverName, sendsItself }: ServerInDns,
): readonly NeededRecord[] {
  const all = [...keys.map((key) => keyRecord(key, name)), dmarcRecord(name)];
  if (serverName === undefined) return all;
  const bounces = returnPathRecord(name, serverName);
  return [...all, bounces, ...(sendsItself ? [returnSpfRecord(name, serverName)] : [])];
}

const purposes: Readonly<Record<DomainKey['role'], RecordPurpose>> = {
  current: 'signature',
  next: 'next signature',
  old: 'last signature',
};

export function keyRecord(key: DomainKey, domain: string): NeededRecord {
  const name = keyRecordName(key, domain);
  return { purpose: purposes[key.role], type: 'TXT', name, expected: keyRecordText(key) };
}

/** RFC 7489 §6.1. */
export function dmarcRecord(domain: string): NeededRecord {
  return { purpose: 'DMARC', type: 'TXT', name: `_dmarc.${domain}`, expected: 'v=DMARC1; p=none' };
}

/** Bounces come back to `b.` and the domain, by which SPF is aligned, too. */
export function returnPathRecord(domain: string, serverName: string): NeededRecord {
  return { purpose: 'return path', type: 'MX', name: `b.${domain}`, expected: `10 ${serverName}` };
}

export function returnSpfRecord(domain: string, serverName: string): NeededRecord {
  const expected = `v=spf1 a:${serverName} -all`;
  return { purpose: 'return path SPF', type: 'TXT', name: `b.${domain}`, expected };
}
