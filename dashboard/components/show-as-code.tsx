/** A button that shows what a page does, or has found, as a request that a program can make. */
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { CodeTabs } from './code-tabs.tsx';
import { type CodedRequest, snippetsOf } from './snippets.ts';

/** Keys are shown once, when they are made: the reader puts one in. */
export const keyHere = 'YOUR_API_KEY';

export function ShowAsCode({ request }: { readonly request: CodedRequest }) {
  const texts = useTexts(commonTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.showCode}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.sameAsCode}
        size="lg"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <CodeTabs label={texts.sameAsCode} snippets={snippetsOf(request)} />
      </Modal>
    </>
  );
}
