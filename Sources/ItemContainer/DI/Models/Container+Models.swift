// The container's makers of models.
//
// Each call makes a model of its own, which lives as long as the screen that owns it.

public import ItemModels
public import Registry
public import Storage

extension Container {
  /// Makes lists of the items that a query finds.
  @MainActor public var itemListModel: ParameterFactory<ItemQuery, ItemListModel> {
    self { @MainActor query in
      ItemListModel(
        repository: self.itemRepository(),
        query: query,
        environment: self.storeEnvironment()
      )
    }
  }

  /// Makes models of single items.
  @MainActor public var itemModel: ParameterFactory<ItemID, ItemModel> {
    self { @MainActor id in
      ItemModel(repository: self.itemRepository(), id: id)
    }
  }

  /// Makes searches in the items that a filter finds.
  @MainActor public var searchModel: ParameterFactory<ItemFilter, SearchModel> {
    self { @MainActor filter in
      SearchModel(repository: self.itemRepository(), filter: filter)
    }
  }

  /// Makes figures.
  @MainActor public var statsModel: ParameterFactory<SummaryQuery, StatsModel> {
    self { @MainActor query in
      StatsModel(repository: self.itemRepository(), query: query)
    }
  }

  /// Makes the history of steps that can be undone and redone.
  @MainActor public var historyModel: Factory<HistoryModel> {
    self { @MainActor in HistoryModel(repository: self.itemRepository()) }
  }

  /// Makes the model of the store's sync.
  @MainActor public var syncModel: Factory<SyncModel> {
    self { @MainActor in
      SyncModel(
        engine: self.syncEngine(),
        store: self.replicaStore(),
        repository: self.itemRepository()
      )
    }
  }

  /// Where the program keeps its settings: in memory, unless it registers a store for them.
  public var settingsStore: Factory<any SettingsStore> {
    self { InMemorySettings() }.cached
  }

  /// Makes models of a program's settings.
  @MainActor public var settingsModel: ParameterFactory<[Setting], SettingsModel> {
    self { @MainActor settings in
      SettingsModel(store: self.settingsStore(), settings: settings)
    }
  }
}
