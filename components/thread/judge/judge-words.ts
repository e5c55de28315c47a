// How firmness and verdicts are called to people.
import type { StateClass, VerdictWord } from '#lib/domain/prompts/verdict.ts';

export const classWords: Readonly<Record<StateClass, string>> = {
  draft: 'Draft',
  working: 'Working answer',
  canonical: 'Canonical answer',
};

/** After a step, beside its undo. */
export const nowWords: Readonly<Record<StateClass, string>> = {
  draft: 'Now a draft again',
  working: 'Now the working answer',
  canonical: 'Now the canonical answer',
};

export const verdictWords: Readonly<Record<VerdictWord, string>> = {
  accept: 'Good',
  reject: 'Not good',
  needs_work: 'Needs work',
};

/** The choices that move an answer from its class, firmest first. */
export function classSteps(from: StateClass): readonly { readonly to: StateClass; readonly label: string }[] {
  switch (from) {
    case 'draft':
      return [
        { to: 'canonical', label: 'Promote to canonical' },
        { to: 'working', label: 'Promote to working' },
      ];
    case 'working':
      return [
        { to: 'canonical', label: 'Promote to canonical' },
        { to: 'draft', label: 'Demote to draft' },
      ];
    case 'canonical':
      return [
        { to: 'working', label: 'Demote to working' },
        { to: 'draft', label: 'Demote to draft' },
      ];
  }
}
