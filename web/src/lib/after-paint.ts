/** Runs a task after the next frame was painted: when the frame after it begins. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(task));
}
