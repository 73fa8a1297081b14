import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type Props = Readonly<{
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ComponentChildren;
}>;

/** Takes files that are dropped on it. Among its children is an input that does the same. */
export const DropZone = ({ isBusy, onFiles, children }: Props) => {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input does by keyboard what dropping does
    <div
      class={isOver ? 'drop-zone over' : 'drop-zone'}
      aria-busy={isBusy}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
    >
      {children}
    </div>
  );
};
