/** A button that copies a text and says that it has. */
import { useEffect, useState } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

const saidForMs = 2_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const texts = useTexts(commonTexts);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const name = isCopied ? texts.copied : (label ?? texts.copy);
  return (
    <IconButton
      label={name}
      icon={isCopied ? 'check' : 'copy'}
      onClick={() => void copyText(text).then(setCopied)}
    />
  );
}
