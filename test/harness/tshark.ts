/** What a packet analyser reads in a capture of SMPP. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** The port that captures are written with. */
export const smppPort = 2775;

/** Why nothing can be read here; false where it can. */
export const withoutTshark =
  spawnSync('tshark', ['--version']).error === undefined ? false : 'tshark is not installed';

/** The values of a field, from all PDUs of the packets that fit the filter. */
export async function readCapture(
  capture: string,
  filter: string,
  field: string,
): Promise<string[]> {
  const decode = ['-r', capture, '-d', `tcp.port==${smppPort},smpp`];
  const print = ['-Y', filter, '-T', 'fields', '-E', 'aggregator=/s', '-e', field];
  const { stdout } = await promisify(execFile)('tshark', [...decode, ...print]);
  return stdout.split(/\s+/).filter((value) => value !== '');
}
