// The text that Prometheus reads: one block a figure, with its help and its type.

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Figure {
  /** Without the product's prefix; the unit last. */
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly Sample[];
}

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

/** Figures without a sample are left out: nothing is known of them, which is not zero. */
export function prometheusText(figures: readonly Figure[]): string {
  return figures
    .filter(({ samples }) => samples.length > 0)
    .map(blockOf)
    .join('');
}

function blockOf({ name, help, type, samples }: Figure): string {
  const full = `asterion_${name}`;
  const lines = samples.map(({ labels, value }) => `${full}${labelsOf(labels)} ${value}`);
  return [`# HELP ${full} ${help.replaceAll('\\', '\\\\')}`, `# TYPE ${full} ${type}`, ...lines, ''].join('\n');
}

function labelsOf(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
