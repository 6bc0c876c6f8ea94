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
  const print = ['-Y', filter, '-T', 'fields', '-E', 'aggregator=/s', '-e', field];
  const said = await tshark(['-r', capture, '-d', `tcp.port==${smppPort},smpp`, ...print]);
  return said.split(/\s+/).filter((value) => value !== '');
}

/** The values of a field, a line for each packet that fits; ports say what is SIP and what RTP. */
export async function readCalls(
  { capture, sip, rtp = [] }: CallCapture,
  filter: string,
  field: string,
): Promise<string[]> {
  const decode = [...sip.map((port) => `${port},sip`), ...rtp.map((port) => `${port},rtp`)];
  const as = decode.flatMap((each) => ['-d', `udp.port==${each}`]);
  const said = await tshark(['-r', capture, ...as, '-Y', filter, '-T', 'fields', '-e', field]);
  return said.split('\n').filter((line) => line.trim() !== '');
}

export type CallCapture = {
  readonly capture: string;
  readonly sip: readonly number[];
  readonly rtp?: readonly number[];
};

/** What is malformed, or an error in the eyes of a packet analyser. */
export const faulty = '_ws.malformed || _ws.expert.severity >= 6291456';

async function tshark(given: readonly string[]): Promise<string> {
  return (await promisify(execFile)('tshark', given, { maxBuffer: 2 ** 26 })).stdout;
}
