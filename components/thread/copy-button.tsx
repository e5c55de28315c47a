// Copies a text and says for a moment that it did.
import { useEffect, useState } from 'react';
import { IconButton } from '#components/ui/button.tsx';
import { copyText } from './copy-text.ts';

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? 'Copied' : label}
      onClick={() => void copyText(text).then(setCopied)}
    />
  );
}
