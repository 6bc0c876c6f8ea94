/** Why tests that ask openssl are skipped; false where it is there. */
import { spawnSync } from 'node:child_process';

export const withoutOpenssl: string | false =
  spawnSync('openssl', ['version']).error === undefined ? false : 'there is no openssl';
