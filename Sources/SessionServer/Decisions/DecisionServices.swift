/// What decisions need besides connections; each depends only on those above it in this list.
struct DecisionServices {
  let enforcers: Enforcers
  let listing: Listing
  let observers: Observers
  let recorder: Recorder
  let recordings: Recordings

  init(_ base: ConnectionServices) {
    let (transport, scheduler) = (base.transport, base.scheduler)
    enforcers = Enforcers(base.connections, transport)
    listing = Listing(transport: transport)
    observers = Observers(transport: transport, listing: listing, scheduler: scheduler)
    recorder = Recorder(observers, base.configuration)
    recordings = Recordings(epoch: base.epoch, transport: transport, scheduler: scheduler)
  }
}
