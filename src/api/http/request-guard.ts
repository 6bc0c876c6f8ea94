/** Requests whose end is known, but whose body is not worth reading. */
import { type Refusal, refuse } from '#api/reply.ts';
import { bodyBytesMax } from './http-message.ts';
import { methodNotAllowed, type ParsedHead } from './request-head.ts';

/** Longer ones do not pass common proxies either. */
export const targetBytesMax = 8_192;

export function findExcess(
  { method, targetBytes, framing }: ParsedHead,
  bytesMax: number,
): Refusal | undefined {
  // RFC 9110 §9.3.8: it would send headers back that browsers keep from scripts.
  if (method === 'TRACE') return methodNotAllowed;
  if (targetBytes > targetBytesMax) return targetTooLong;
  return framing.by === 'length' && framing.octets > bytesMax ? bodyTooLarge(bytesMax) : undefined;
}

export const targetTooLong = refuse('target is too long', { details: { max: targetBytesMax } });

export function bodyTooLarge(max: number): Refusal {
  return refuse('body is too large', { details: { max } });
}

/** Whether a body of this length, or one whose length nobody knows yet, is one of the large ones. */
export function isLarge({ framing }: ParsedHead): boolean {
  return framing.by === 'length' && framing.octets > bodyBytesMax;
}

/** In some seconds one of those that are read now has been answered. */
export const tooManyLarge = refuse('service is overloaded', { retryAfterS: 5 });
