// Notes when frames began while a finger touches the page, and where texts were written on a canvas until it does.
// Injected before the page's first script.
window.__frames = [];
window.__texts = {};
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (...args) {
  const [text, x, y] = args;
  const at = this.getTransform().transformPoint({ x, y });
  window.__texts[text] = { x: at.x / devicePixelRatio, y: at.y / devicePixelRatio };
  fillText.apply(this, args);
};
let request = 0;
addEventListener(
  'pointerdown',
  () => {
    CanvasRenderingContext2D.prototype.fillText = fillText;
    const look = (now) => {
      window.__frames.push(now);
      request = requestAnimationFrame(look);
    };
    request = requestAnimationFrame(look);
  },
  true,
);
addEventListener('pointerup', () => cancelAnimationFrame(request), true);
