/** Binds as they are answered, by us and by the peer, and which version lets TLVs pass. */
import type { BindRequest, BindResponse, Response } from './pdu.ts';
import type { Answer, BindOutcome } from './session-types.ts';
import { status } from './status.ts';
import { makeIntegerTlv, noTlvs, tag } from './tlv.ts';

/** The first version with optional parameters (SMPP 3.4 §3.4): older peers are sent none. */
const versionWithTlvs = 0x34;

export function mayHaveTlvs({ interfaceVersion }: BindRequest): boolean {
  return interfaceVersion >= versionWithTlvs;
}

export function answerBind(code: number, bind: BindRequest, systemId: string): Answer {
  if (code !== status.ok) return { status: code };
  const version = makeIntegerTlv(tag.interfaceVersion, versionWithTlvs, 1);
  const body: BindResponse = { systemId, tlvs: mayHaveTlvs(bind) ? [version] : noTlvs };
  return { status: code, body };
}

export function bindOutcome(response: Response): BindOutcome {
  if (response.status !== status.ok || response.command === 'generic_nack') {
    return { kind: 'refused', status: response.status };
  }
  const { systemId, tlvs } = response.body as BindResponse;
  return { kind: 'bound', peerSystemId: systemId, tlvs };
}
