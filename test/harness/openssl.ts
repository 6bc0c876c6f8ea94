/** Why tests that ask openssl are skipped, and certificates of every kind that it makes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** False where it is there. */
export const withoutOpenssl: string | false =
  spawnSync('openssl', ['version']).error === undefined ? false : 'there is no openssl';

export type KeyPair = { readonly key: Buffer; readonly cert: Buffer };

export type Certificates = Disposable & {
  /** The file of the authority that has signed the others, but for `itself`. */
  readonly authority: string;
  /** For 127.0.0.1, by the authority. */
  readonly stranger: KeyPair;
  readonly itself: KeyPair;
  readonly otherName: KeyPair;
  readonly localhost: KeyPair;
  readonly expired: KeyPair;
  /** Of mta-sts.example.net. */
  readonly policyHost: KeyPair;
};

const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** What a server on 127.0.0.1 may show, right and wrong. */
export function makeCertificates(): Certificates {
  const folder = temporaryFolder();
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: folder.path, stdio: 'pipe' });
  };
  const alone = (name: string, ...more: readonly string[]): void =>
    openssl('req', '-x509', ...key, ...named(name), '-out', `${name}.pem`, ...more);
  const pair = (name: string): KeyPair => ({
    key: readFileSync(path.join(folder.path, `${name}.key`)),
    cert: readFileSync(path.join(folder.path, `${name}.pem`)),
  });
  const signed = (name: string, host: string, days: string): KeyPair => {
    openssl('req', ...key, ...named(name), '-out', `${name}.csr`, ...forHost(host));
    const authority = ['-CA', 'authority.pem', '-CAkey', 'authority.key'];
    const what = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-copy_extensions', 'copy'];
    openssl('x509', '-req', ...what, ...authority, '-days', days);
    return pair(name);
  };
  alone('authority');
  alone('itself', ...forHost('IP:127.0.0.1'));
  return {
    authority: path.join(folder.path, 'authority.pem'),
    stranger: signed('stranger', 'IP:127.0.0.1', '2'),
    itself: pair('itself'),
    otherName: signed('otherName', 'DNS:other.example', '2'),
    localhost: signed('localhost', 'DNS:localhost', '2'),
    policyHost: signed('policyHost', 'DNS:mta-sts.example.net', '2'),
    expired: signed('expired', 'IP:127.0.0.1', '-1'),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function named(name: string): readonly string[] {
  return ['-keyout', `${name}.key`, '-subj', `/CN=${name}`];
}

function forHost(host: string): readonly string[] {
  return ['-addext', `subjectAltName=${host}`];
}
