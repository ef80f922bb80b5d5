// The composition root of `itemsctl ui`: what is made of what. Nothing else of the interface knows the container.

import ItemContainer
import ItemModels
import Phrases
import Registry
import Storage
import Sync

extension Container {
  /// What the screens need of the world; whoever composes them registers it.
  fileprivate var interfaceParameters: Factory<InterfaceParameters?> {
    self { nil }.cached
  }

  private var parameters: InterfaceParameters {
    guard let parameters = interfaceParameters() else {
      preconditionFailure("the screens are composed by AppRouter.composed")
    }
    return parameters
  }

  @MainActor var navigator: Factory<Navigator> { self { @MainActor in Navigator() }.cached }

  @MainActor var appRouter: ParameterFactory<DeepLink, AppRouter> {
    self { @MainActor link in
      AppRouter(
        navigator: self.navigator(),
        link: link,
        items: { self.itemsRouter($0) },
        item: { self.itemRouter($0) },
        search: { self.searchRouter($0) },
        sync: { self.syncRouter() },
        commands: self.commandRouter()
      )
    }
  }

  @MainActor private var itemsRouter: ParameterFactory<Place, ItemsRouter> {
    self { @MainActor place in
      let parameters = self.parameters
      let zone = parameters.calendar().zone
      let query = (try? parameters.query(place.words)) ?? ItemQuery(.status([.open]), zone: zone)
      return ItemsRouter(
        navigator: self.navigator(),
        model: self.itemListModel(query),
        counts: { self.placeCountsModel() },
        state: ItemsState(places: parameters.views(), place: place),
        query: parameters.query,
        places: parameters.views,
        item: { self.itemRouter($0) },
        search: { self.searchRouter($0) },
        sync: { self.syncRouter() },
        syncState: { await self.syncSetting() },
        views: self.viewRouter(),
        commands: self.commandRouter()
      )
    }
  }

  @MainActor private var viewRouter: Factory<ViewRouter> {
    self { @MainActor in
      ViewRouter(
        navigator: self.navigator(),
        query: self.parameters.query,
        repository: self.parameters.repository,
        runCommand: self.parameters.run
      )
    }
  }

  /// How many items fit the places, counted once for all screens.
  @MainActor private var placeCountsModel: Factory<PlaceCountsModel> {
    self { @MainActor in
      PlaceCountsModel(
        repository: self.parameters.repository,
        query: self.parameters.query,
        zone: self.parameters.calendar().zone,
        after: self.parameters.quietTime
      )
    }
    .cached
  }

  @MainActor private var itemRouter: ParameterFactory<ItemID, ItemRouter> {
    self { @MainActor id in
      ItemRouter(
        navigator: self.navigator(),
        makeModel: { self.itemModel(id) },
        calendar: self.parameters.calendar,
        commands: self.commandRouter()
      )
    }
  }

  @MainActor private var searchRouter: ParameterFactory<String, SearchRouter> {
    self { @MainActor text in
      SearchRouter(
        navigator: self.navigator(),
        model: self.searchModel(.all),
        text: text,
        item: { self.itemRouter($0) }
      )
    }
  }

  @MainActor private var syncRouter: Factory<SyncRouter> {
    self { @MainActor in
      SyncRouter(
        navigator: self.navigator(),
        makeModel: { await self.syncSetting() },
        commands: self.commandRouter()
      )
    }
  }

  /// One for all calls, since a sync goes on while other screens are looked at.
  @MainActor private var sessionSyncModel: Factory<SyncModel> {
    self { @MainActor in self.syncModel() }.cached
  }

  /// The model for the hub of the store; made anew where that is another one by now.
  @MainActor private func syncSetting() async -> (model: SyncModel, remote: Remote?) {
    let remote = await parameters.remote()
    if remote != syncRemote() {
      syncRemote.register { remote }
      networkService.reset()
      syncEngine.reset()
      sessionSyncModel.reset()
    }
    return (sessionSyncModel(), remote)
  }

  @MainActor private var commandRouter: Factory<CommandRouter> {
    self { @MainActor in
      let parameters = self.parameters
      return CommandRouter(
        navigator: self.navigator(),
        runCommand: parameters.run,
        history: { self.historyModel() },
        repository: parameters.repository,
        counts: { self.placeCountsModel() },
        settings: parameters.settings,
        typed: CommandRouter.TypedLines(),
        start: parameters.calendar().now,
        calendar: parameters.calendar
      )
    }
    .cached
  }
}

extension AppRouter {
  /// The router of all screens, with a container of its own behind it.
  static func composed(
    _ parameters: InterfaceParameters,
    at link: DeepLink,
    in container: Container = Container()
  ) -> AppRouter {
    container.interfaceParameters.register { parameters }
    container.itemRepository.register { parameters.repository }
    container.replicaStore.register { parameters.repository }
    container.storeEnvironment.register {
      StoreEnvironment(
        now: { parameters.calendar().now },
        random: StoreEnvironment.live.random
      )
    }
    container.syncLease.register { parameters.syncLease }
    container.syncEnvironment.register { parameters.syncEnvironment }
    container.remoteAccess.register { RemoteAccess(parameters.networkService) }
    return container.appRouter(link)
  }
}
