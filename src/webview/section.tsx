import type { ComponentChildren } from 'preact';

export interface SectionProps {
  readonly title: string;
  readonly open: boolean;
  onToggle(open: boolean): void;
  readonly children: ComponentChildren;
}

/** A part of the view that folds by a click, Enter or Space on its heading. */
export function Section({ title, open, onToggle, children }: SectionProps) {
  return (
    <details
      open={open}
      onToggle={(event) => {
        onToggle(event.currentTarget.open);
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="section">{children}</div>
    </details>
  );
}

/** A fault, read out at once; nothing where there is none. */
export function FaultLine({ sentence }: { readonly sentence: string | undefined }) {
  return (
    <div role="alert" class={sentence === undefined ? undefined : 'fault'}>
      {sentence}
    </div>
  );
}
