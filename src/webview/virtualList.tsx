import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows drawn beyond the visible ones on either side, so that a fast scroll does not show gaps. */
const overscan = 6;

export interface VirtualListProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly total: number;
  /** Every row is this high, in pixels: only then is the place of the millionth row known without drawing it. */
  readonly rowHeight: number;
  readonly scrollTop: number;
  onScroll(scrollTop: number): void;
  /** The rows that are to be drawn, both ends included. */
  onRange(first: number, last: number): void;
  onOpen(index: number): void;
  renderRow(index: number): ComponentChildren;
}

/**
 * A list box that draws only the rows in sight, so that its cost does not grow with the archive.
 *
 * The list itself has the focus and names the active row (`aria-activedescendant`): rows come and go while scrolling,
 * and a focused row that is taken out of the page would lose the keyboard.
 */
export function VirtualList(props: VirtualListProps) {
  const { total, rowHeight } = props;
  const list = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(props.scrollTop);
  const [height, setHeight] = useState(0);
  const [active, setActive] = useState(0);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(element.clientHeight);
    });
    observer.observe(element);
    setHeight(element.clientHeight);
    element.scrollTop = props.scrollTop;
    return () => {
      observer.disconnect();
    };
    // Only where the list appears: afterwards the browser itself holds the scroll position.
  }, []);

  const first = Math.max(0, Math.min(total - 1, Math.floor(scrollTop / rowHeight)) - overscan);
  const last = Math.min(total - 1, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  useEffect(() => {
    props.onRange(first, last);
  }, [first, last, total]);

  const current = Math.max(0, Math.min(active, total - 1));
  const rowsInSight = Math.max(1, Math.floor(height / rowHeight) - 1);
  const activate = (index: number) => {
    const target = Math.max(0, Math.min(index, total - 1));
    setActive(target);
    const element = list.current;
    if (element === null) return;
    const top = target * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + rowsInSight,
      PageUp: current - rowsInSight,
      Home: 0,
      End: total - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) activate(target);
    else if (event.key === 'Enter' || event.key === ' ') props.onOpen(current);
    else return;
    event.preventDefault();
  };

  const rows: ComponentChildren[] = [];
  for (let index = first; index <= last; index += 1)
    rows.push(
      <div
        key={index}
        id={rowId(index)}
        role="option"
        class={index === current ? 'row active' : 'row'}
        aria-selected={index === current}
        aria-posinset={index + 1}
        aria-setsize={total}
        style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
        onClick={() => {
          setActive(index);
          props.onOpen(index);
        }}
      >
        {props.renderRow(index)}
      </div>,
    );

  return (
    <div
      ref={list}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={current >= first && current <= last ? rowId(current) : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        setScrollTop(event.currentTarget.scrollTop);
        props.onScroll(event.currentTarget.scrollTop);
      }}
    >
      <div class="virtual-list-content" role="presentation" style={{ height: `${total * rowHeight}px` }}>
        {rows}
      </div>
    </div>
  );
}

function rowId(index: number): string {
  return `row-${index}`;
}
