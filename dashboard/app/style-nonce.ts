/** The policy lets only styles in that carry the nonce of this document. */

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** For the style that holds the page still beneath a dialog: its library looks for the nonce under this name alone. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
