import { useEffect, useRef, type PointerEvent } from 'react';
import Button from 'react-bootstrap/Button';
import '../../theme/staff.scss';

/** Pixels of the drawing, which is kept as a picture of this size. */
const SIZE = { width: 900, height: 300 };
const WIDTH = 4;

/** A sheet of paper, in the dark too: without transparency the picture prints as it is. */
function blank(canvas: HTMLCanvasElement | null): void {
  const context = canvas?.getContext('2d');
  if (context) Object.assign(context, { fillStyle: '#fff' }).fillRect(0, 0, SIZE.width, SIZE.height);
}

/**
 * A field to sign in with a finger, a pen or a mouse; whoever cannot draw leaves it empty. `onDraw` gets what makes the
 * picture in base64, and undefined once nothing is drawn.
 */
export function SignaturePad({ onDraw }: { onDraw: (picture: (() => string) | undefined) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => blank(canvas.current), []);
  const draw = (event: PointerEvent<HTMLCanvasElement>, isFirst: boolean) => {
    const { currentTarget: element, clientX, clientY, pointerId } = event;
    const context = element.getContext('2d');
    if (!context) return;
    const box = element.getBoundingClientRect();
    const x = ((clientX - box.left) * SIZE.width) / box.width;
    const y = ((clientY - box.top) * SIZE.height) / box.height;
    if (isFirst) {
      element.setPointerCapture(pointerId);
      Object.assign(context, { lineWidth: WIDTH, lineCap: 'round', lineJoin: 'round', strokeStyle: '#000' });
      context.beginPath();
      context.moveTo(x, y);
    }
    context.lineTo(x, y);
    context.stroke();
    onDraw(() => element.toDataURL('image/png').split(',')[1] ?? '');
  };
  return (
    <div className="stack">
      <p className="form-text">
        Sign with a finger in the field, if you can. The name and the tick count without it, too.
      </p>
      <canvas
        className="signature-pad"
        {...SIZE}
        ref={canvas}
        role="img"
        aria-label="Drawn signature, which may stay empty"
        onPointerDown={(event) => draw(event, true)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) draw(event, false);
        }}
      />
      <div>
        <Button
          variant="link"
          onClick={() => {
            blank(canvas.current);
            onDraw(undefined);
          }}
        >
          Clear the drawing
        </Button>
      </div>
    </div>
  );
}
