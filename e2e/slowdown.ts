/**
 * How many times a measurement slows the processor: 4, as Lighthouse's mobile preset has it, or ESTATE_SLOWDOWN, for
 * a slow machine.
 */
export const SLOWDOWN = Number(process.env.ESTATE_SLOWDOWN ?? 4);

/**
 * Describes the speed of the simulated device: the BenchmarkIndex of the machine (Lighthouse) divided by the slowdown.
 * For the calibration of DevTools a mid-tier phone has 1000 and a low-tier one 264.
 */
export const describeSpeed = (index: number): string =>
  `BenchmarkIndex ${Math.round(index)} / ${SLOWDOWN} = ${Math.round(index / SLOWDOWN)}`;
