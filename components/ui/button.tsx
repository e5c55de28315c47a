// The two buttons of the interface: one with words, one with an icon that is named for those who cannot see it.
import type { ComponentPropsWithRef } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'plain' | 'quiet' | 'primary' | 'salmon';

const tones: Readonly<Record<Tone, string>> = {
  plain: 'border border-line-strong bg-raised text-ink hover:bg-hover',
  quiet: 'border border-transparent text-dim hover:bg-hover hover:text-ink',
  primary: 'border border-transparent bg-water-fill text-on-water hover:brightness-110',
  salmon: 'border border-orphan/50 bg-salmon-soft text-salmon-ink hover:border-orphan',
};

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-small text-ui font-medium whitespace-nowrap transition-[background-color,color,border-color,filter] duration-180 disabled:opacity-50 aria-disabled:opacity-50';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly tone?: Tone;
  readonly icon?: IconName;
}

export function Button({ tone = 'plain', icon, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`${base} h-7 px-2.5 ${tones[tone]} ${className}`}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: IconName;
  /** What it does, spoken and shown as the tooltip. */
  readonly label: string;
  /** Added to the tooltip in brackets. */
  readonly shortcut?: string;
  readonly tone?: Tone;
}

export function IconButton({ icon, label, shortcut, tone = 'quiet', className = '', ...rest }: IconButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      {...rest}
      className={`${base} size-7 ${tones[tone]} ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
