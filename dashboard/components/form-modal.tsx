/** A window with a form in it, which begins again each time that it opens. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';

type FormModalProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function FormModal({ isOpen, title, size, onClose, children }: FormModalProps) {
  const texts = useTexts(commonTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      {...(size !== undefined && { size })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Modal>
  );
}
