/** Copies a text: by the clipboard where there is one, else as if it had been selected (plain http hosts have none). */

export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Pick<Clipboard, 'writeText'> };
  try {
    if (clipboard === undefined) return copySelected(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.className = 'parley-copied';
  // Inside an open dialog alone: elsewhere its trap takes the focus back.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on a page without a secure context
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
