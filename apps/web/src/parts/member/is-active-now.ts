/** The outcome of activating or deactivating somebody or something: `Maria is active now.` */
export const isActiveNow = (name: string, isActive: boolean) =>
  isActive ? `${name} is active now.` : `${name} is inactive now.`;
